import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findContractBreaks } from '../../../../src/gateway/contracts/findContractBreaks.ts';
import { CorrectionError } from '../../../../src/gateway/contracts/readCorrections.ts';
import { Repository } from './support/repository.ts';

const file = 'contracts/openapi.v1.json';
const document = (...paths: string[]) =>
  JSON.stringify({ paths: Object.fromEntries(paths.map((each) => [each, { get: { responses: { 200: {} } } }])) });
const compiled = new Map([[file, document('/books')]]);

let repository: Repository;
beforeEach(() => (repository = new Repository()));
afterEach(() => repository.remove());

describe('the breaking changes of compiled contracts', () => {
  test('are those since every committed revision', async () => {
    repository.commit({ [file]: document('/books', '/shelves') });
    repository.commit({ [file]: document('/books') });
    expect(await findContractBreaks(repository.root, compiled)).toMatchObject([
      { file, change: '`GET /shelves` was removed.', since: { commit: expect.stringMatching(/^\w{7}$/) } },
    ]);
  });

  test('are none where nothing was published', async () => {
    expect(await findContractBreaks(repository.root, compiled)).toEqual([]);
    repository.commit({ 'README.md': 'x' });
    expect(await findContractBreaks(repository.root, compiled)).toEqual([]);
  });

  test('are those since a revision whose references have a cycle', async () => {
    const parameters = [{ $ref: '#/components/parameters/a' }];
    const components = { parameters: { a: parameters[0] } };
    const cycle = { paths: { '/books': { get: { parameters } }, '/shelves': { get: { parameters } } }, components };
    repository.commit({ [file]: JSON.stringify(cycle) });
    const changes = (await findContractBreaks(repository.root, compiled)).map(({ change }) => change);
    expect(changes).toContain('`GET /shelves` was removed.');
  });

  test('are none where git does not have the history', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'no-repository-'));
    expect(await findContractBreaks(folder, compiled)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('cannot be found with invalid corrections', async () => {
    repository.commit({ 'contracts/corrections.json': '[' });
    await expect(findContractBreaks(repository.root, compiled)).rejects.toThrow(CorrectionError);
  });
});

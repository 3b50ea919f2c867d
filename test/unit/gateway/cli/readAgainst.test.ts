import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAgainst } from '../../../../src/gateway/cli/readAgainst.ts';
import { UsageError } from '../../../../src/gateway/cli/UsageError.ts';
import { Repository } from '../contracts/support/repository.ts';

const TEXT = '{"openapi": "3.1.0"}';
let repository: Repository;
beforeAll(() => {
  repository = new Repository();
  repository.commit({ 'contracts/openapi.json': TEXT });
  repository.write({ 'main/openapi.json': TEXT, 'old/openapi.json': TEXT });
  mkdirSync(path.join(repository.root, 'work'));
});
afterAll(() => repository.remove());

const read = (against: string, cwd = repository.root) =>
  readAgainst(against, { root: repository.root, highest: 1, cwd });

test('its form says what it is: a folder, or a branch, tag or commit', async () => {
  const published = { file: 'contracts/openapi.json', text: TEXT };
  for (const against of ['main', './main', 'main/', path.join(repository.root, 'main'), '.']) {
    expect(await read(against)).toEqual([{ ...published, since: { against } }]);
  }
  expect(await read('..', path.join(repository.root, 'work'))).toHaveLength(1);
});

test.each([
  ['', '--against must not be empty; expected a folder such as ./old, a URL, a branch, a tag or a commit.'],
  [' ', '--against must not be empty'],
  ['./nothing', 'the folder ./nothing does not exist'],
  ['./old/openapi.json', 'the folder ./old/openapi.json does not exist'],
  ['nothing', /git finds no branch, tag or commit nothing in .*git fetch --depth=1 origin BRANCH/],
  ['old', /git finds no branch, tag or commit old in .*For the folder, write --against \.\/old\./],
  ['ftp://example.com', 'must be an http or https URL'],
  ['https://', 'must be an http or https URL'],
  ['https://ada:secret@example.com', /^--against must not contain credentials\.$/],
])('%s is invalid', async (against, message) => {
  await expect(read(against)).rejects.toThrow(UsageError);
  await expect(read(against)).rejects.toThrow(message);
});

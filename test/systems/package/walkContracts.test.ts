// Contracts of an own API in an own repository, in every form of comparison and of report, with nothing but the tarball and npm.
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installTarball } from './support/installTarball.ts';
import { run } from './support/run.ts';

const SCHEMA = fileURLToPath(new URL('walk/schema.graphql', import.meta.url));
const BREAK = '`Book.title` was removed.';

let folder: string;
beforeAll(async () => {
  folder = await installTarball();
  await cp(SCHEMA, path.join(folder, 'schema.graphql'));
  await portico('init', 'schema.graphql', '--yes', '--fields', 'book');
  await portico('contracts');
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Publish');
  await git('tag', 'v1.0.0');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const portico = (...args: string[]) => run(folder, 'node_modules/.bin/portico', ...args);

/** What a command writes to standard output before it ends with exit code 1. */
async function fail(...args: string[]): Promise<string> {
  const error = await portico(...args).then(
    () => expect.fail(`portico ${args.join(' ')} succeeds`),
    ({ cause }: Error) => cause as { code: number; stdout: string },
  );
  expect(error.code).toBe(1);
  return error.stdout;
}

const git = (...args: string[]) =>
  run(folder, 'git', '-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args);

/** Replaces a text of a document; returns a function that restores it. */
async function edit(document: string, old: RegExp, text: string): Promise<() => Promise<void>> {
  const file = path.join(folder, document);
  const before = await readFile(file, 'utf8');
  const after = before.replace(old, text);
  expect(after).not.toBe(before);
  await writeFile(file, after);
  return () => writeFile(file, before);
}

describe('a breaking change', () => {
  let restore: () => Promise<void>;
  beforeAll(async () => {
    await cp(path.join(folder, 'contracts'), path.join(folder, 'old'), { recursive: true });
    restore = await edit('rest/v1/shapes/Book.graphql', /^\s*title\n/m, '');
  });
  afterAll(() => restore());

  test.each([
    ['the history of git', [], { commit: expect.stringMatching(/^[0-9a-f]{7,}$/), date: expect.any(String) }],
    ['a folder', ['--against', './old'], { against: './old' }],
    ['a tag', ['--against', 'v1.0.0'], { against: 'v1.0.0' }],
  ])('is reported to people and as JSON, compared with %s', async (_, against, since) => {
    expect(await fail('contracts', '--check', ...against)).toContain(`Breaking: ${BREAK}`);
    expect(JSON.parse(await fail('contracts', '--check', '--json', ...against))).toMatchObject({
      ok: false,
      written: [],
      breaks: expect.arrayContaining([
        {
          file: 'contracts/openapi.v1.json',
          change: BREAK,
          affected: 'clients that read it',
          endpoints: ['GET /books/{id}'],
          hint: expect.any(String),
          since,
          document: { file: 'rest/v1/shapes/Book.graphql' },
        },
      ]),
      errors: [],
    });
  });

  test('is annotated for GitHub', async () => {
    expect(await fail('contracts', '--check', '--github')).toContain(
      `::error file=rest/v1/shapes/Book.graphql,title=Breaking change::Breaking: ${BREAK}%0A`,
    );
  });

  test('is compatible with the commit that contains it', async () => {
    await fail('contracts');
    await git('commit', '--quiet', '--all', '--message', 'Remove the title');
    await portico('contracts', '--check', '--against', 'HEAD');
    await git('reset', '--quiet', '--hard', 'v1.0.0');
  });
});

test('contracts without a breaking change pass against a folder and a tag, as JSON too', async () => {
  expect(await portico('contracts', '--check', '--against', './contracts')).toContain('compatible with ./contracts');
  expect(await portico('contracts', '--check', '--against', 'v1.0.0')).toContain('compatible with v1.0.0');
  expect(JSON.parse(await portico('contracts', '--check', '--json'))).toEqual({
    ok: true,
    written: [],
    breaks: [],
    stale: [],
    uncommitted: [],
    errors: [],
  });
});

test('contracts without a repository compare with a folder', async () => {
  await rename(path.join(folder, '.git'), path.join(folder, 'git'));
  await fail('contracts', '--check');
  await portico('contracts', '--check', '--against', './contracts');
  await rename(path.join(folder, 'git'), path.join(folder, '.git'));
});

test('check --github annotates the line of an error', async () => {
  const restore = await edit('rest/v1/books/getBook.graphql', /^( *)book\(/m, '$1bok(');
  const line = (await readFile(path.join(folder, 'rest/v1/books/getBook.graphql'), 'utf8'))
    .split('\n')
    .findIndex((each) => each.includes('bok('));
  expect(await fail('check', '--github')).toMatch(
    new RegExp(
      `^::error file=rest/v1/books/getBook\\.graphql,line=${line + 1},col=3,title=Endpoint document::.*bok`,
      'm',
    ),
  );
  await restore();
  expect(await portico('check', '--github')).not.toContain('::');
});

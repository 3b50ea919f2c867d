import { describe, expect, test } from 'vitest';
import { askFields, askFolder, askSource, askUpstream } from '../../../../src/authoring/init/prompts.ts';
import { KEYS, fakeTerminal } from './support/fakeTerminal.ts';
import { makeFolder } from './support/makeFolder.ts';
import { PROPOSAL } from './support/proposal.ts';

const { enter, down, tab } = KEYS;

describe('askSource', () => {
  test('offers the files that were found', async () => {
    const terminal = fakeTerminal(['Which GraphQL schema?', down + enter]);
    await expect(askSource(['a.graphql', 'b.graphql'], '/', terminal)).resolves.toBe('b.graphql');
  });

  test('takes a URL instead', async () => {
    const terminal = fakeTerminal(
      ['Which GraphQL schema?', down + enter],
      ['A schema file, or', `http://localhost:1/graphql${enter}`],
    );
    await expect(askSource(['a.graphql'], '/', terminal)).resolves.toBe('http://localhost:1/graphql');
  });

  test('asks again for a file that does not exist', async () => {
    const folder = makeFolder({ 'b.graphql': 'type Query { a: Int }' });
    const terminal = fakeTerminal(['A schema file, or', `b${enter}`], ['b does not exist.', `.graphql${enter}`]);
    await expect(askSource([], folder, terminal)).resolves.toBe('b.graphql');
  });
});

describe('askUpstream', () => {
  test('takes a URL, after one that is none', async () => {
    const terminal = fakeTerminal(
      ['The URL of the GraphQL API', `http://${enter}`],
      ['The URL must be an http', `api/graphql${enter}`],
    );
    await expect(askUpstream(terminal)).resolves.toBe('http://api/graphql');
  });

  test('takes nothing', async () => {
    await expect(askUpstream(fakeTerminal(['The URL of the GraphQL API', enter]))).resolves.toBeUndefined();
  });
});

describe('askFolder', () => {
  test('suggests a folder', async () => {
    await expect(askFolder('rest', fakeTerminal(['The folder for', enter]))).resolves.toBe('rest');
  });

  test('takes what is typed instead', async () => {
    await expect(askFolder('rest', fakeTerminal(['The folder for', `api/rest${enter}`]))).resolves.toBe('api/rest');
  });

  test('throws where it is cancelled', async () => {
    const asked = askFolder('rest', fakeTerminal(['The folder for', KEYS.cancel]));
    await expect(asked).rejects.toThrow('Cancelled. Nothing was written.');
  });

  test('refuses a folder elsewhere', async () => {
    const terminal = fakeTerminal(
      ['The folder for', `../outside${enter}`],
      ['must be below this one', `\u0015api${enter}`],
    );
    await expect(askFolder('rest', terminal)).resolves.toBe('api');
  });
});

describe('askFields', () => {
  const QUESTION = 'Which endpoints?';

  test('takes all', async () => {
    const coordinates = new Set(['Query.book', 'Mutation.createBook', 'Query.authors']);
    await expect(askFields(PROPOSAL, fakeTerminal([QUESTION, enter]))).resolves.toEqual(coordinates);
  });

  test('takes some, of which none is selected at first, and does not repeat them', async () => {
    const terminal = fakeTerminal([QUESTION, down + enter], ['Choose endpoints', `create${tab}${enter}`]);
    await expect(askFields(PROPOSAL, terminal)).resolves.toEqual(new Set(['Mutation.createBook']));
    expect(terminal.shown()).toContain('POST /books');
    expect(terminal.shown().split('Choose endpoints').at(-1)).not.toContain('POST /books');
  });
});

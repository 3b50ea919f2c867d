import { expect, test } from 'vitest';
import { askSource } from '../../../../../../src/gateway/cli/init/questions/askSource.ts';
import { KEYS, fakeTerminal } from '../support/fakeTerminal.ts';
import { makeFolder } from '../support/makeFolder.ts';

const { enter, down } = KEYS;

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

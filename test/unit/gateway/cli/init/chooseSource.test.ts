import { expect, test } from 'vitest';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';
import { chooseSource } from '../../../../../src/gateway/cli/init/chooseSource.ts';
import { KEYS, fakeTerminal } from './support/fakeTerminal.ts';
import { makeFolder } from './support/makeFolder.ts';
import { SDL } from './support/proposal.ts';

test('takes the only schema file, and asks in a terminal', async () => {
  const folder = makeFolder({ 'api.graphql': SDL });
  await expect(chooseSource(folder)).resolves.toBe('api.graphql');
  const terminal = fakeTerminal(['Which GraphQL schema?', KEYS.enter]);
  await expect(chooseSource(folder, terminal)).resolves.toBe('api.graphql');
});

test.each([
  [{}, 'A schema is required: portico init schema.graphql'],
  [{ 'a.graphql': SDL, 'b.graphql': SDL }, 'this folder has a.graphql, b.graphql: portico init a.graphql'],
])('refuses %o without a terminal', async (files, message) => {
  const chosen = chooseSource(makeFolder(files as Record<string, string>));
  await expect(chosen).rejects.toThrow(UsageError);
  await expect(chosen).rejects.toThrow(message);
});

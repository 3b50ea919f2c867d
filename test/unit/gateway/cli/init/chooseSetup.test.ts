import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';
import { chooseSetup } from '../../../../../src/gateway/cli/init/chooseSetup.ts';
import { KEYS, fakeTerminal } from './support/fakeTerminal.ts';
import { SDL } from './support/proposal.ts';

const FILE = { schema: buildSchema(SDL), file: 'schema.graphql' };
const MODULE = { ...FILE, file: 'schema.ts' };
const UPSTREAM = { ...FILE, upstream: 'http://localhost:1/graphql' };

test.each([
  [FILE, {}, { schema: 'schema.graphql', headers: [], endpoints: 'rest' }],
  [FILE, { endpoints: './api/' }, { schema: 'schema.graphql', headers: [], endpoints: 'api' }],
  [MODULE, {}, { schema: 'schema.ts', headers: [], endpoints: 'rest' }],
  [
    FILE,
    { upstream: 'http://a/graphql', upstreamHeader: ['X-Key: s3cret'] },
    { schema: 'schema.graphql', upstream: 'http://a/graphql', headers: ['x-key'], endpoints: 'rest' },
  ],
  [UPSTREAM, {}, { schema: 'schema.graphql', upstream: 'http://localhost:1/graphql', headers: [], endpoints: 'rest' }],
])('without a terminal, %# has options and defaults', async (source, options, setup) => {
  await expect(chooseSetup(source, options)).resolves.toEqual(setup);
});

test.each([
  [UPSTREAM, { upstream: 'http://a' }, '--upstream is for a schema file'],
  [FILE, { upstreamHeader: ['A: b'] }, '--upstream-header requires a URL'],
  [FILE, { upstream: 'nowhere' }, '--upstream must be an http or https URL'],
  [FILE, { endpoints: '/tmp' }, '--endpoints: The folder of endpoint documents must be below'],
])('refuses %#', async (source, options, message) => {
  const chosen = chooseSetup(source, options);
  await expect(chosen).rejects.toThrow(UsageError);
  await expect(chosen).rejects.toThrow(message);
});

test('asks what the options leave open', async () => {
  const terminal = fakeTerminal(
    ['The URL of the GraphQL API', `http://a/graphql${KEYS.enter}`],
    ['The folder for', KEYS.enter],
  );
  await expect(chooseSetup(FILE, {}, terminal)).resolves.toMatchObject({
    upstream: 'http://a/graphql',
    endpoints: 'rest',
  });
});

test('asks for no upstream where a module executes', async () => {
  const terminal = fakeTerminal(['The folder for', KEYS.enter]);
  await expect(chooseSetup(MODULE, {}, terminal)).resolves.not.toHaveProperty('upstream');
});

import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { chooseSetup, chooseSource } from '../../../../src/authoring/init/chooseSetup.ts';
import { UsageError } from '../../../../src/project/UsageError.ts';
import { KEYS, fakeTerminal } from './support/fakeTerminal.ts';
import { makeFolder } from './support/makeFolder.ts';
import { SDL } from './support/proposal.ts';

describe('chooseSource', () => {
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
});

const FILE = { schema: buildSchema(SDL), file: 'schema.graphql' };
const MODULE = { ...FILE, file: 'schema.ts' };
const UPSTREAM = { ...FILE, upstream: 'http://localhost:1/graphql' };

describe('chooseSetup', () => {
  test.each([
    [FILE, {}, { schema: 'schema.graphql', headers: [], endpoints: 'rest' }],
    [FILE, { endpoints: './api/' }, { schema: 'schema.graphql', headers: [], endpoints: 'api' }],
    [MODULE, {}, { schema: 'schema.ts', headers: [], endpoints: 'rest' }],
    [
      FILE,
      { upstream: 'http://a/graphql', upstreamHeader: ['X-Key: s3cret'] },
      { schema: 'schema.graphql', upstream: 'http://a/graphql', headers: ['x-key'], endpoints: 'rest' },
    ],
    [
      UPSTREAM,
      {},
      { schema: 'schema.graphql', upstream: 'http://localhost:1/graphql', headers: [], endpoints: 'rest' },
    ],
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
});

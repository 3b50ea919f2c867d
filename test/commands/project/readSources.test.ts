import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/project/UsageError.ts';
import { type ApiOptions, checkPaths, findHeaderWarnings, readSources } from '../../../src/project/readSources.ts';

const [file, folder] = [import.meta.filename, import.meta.dirname];

const schema = (named: string) => ({ schema: { path: named, by: '--schema' } });
const endpoints = (named: string) => ({ endpoints: { path: named, by: 'portico.config.ts: endpoints' } });

const config = {
  file: '/api/portico.config.ts',
  name: 'portico.config.ts',
  folder: '/api',
  schema: '/api/schema.graphql',
  upstream: 'http://127.0.0.1:1/graphql',
  headers: { 'x-key': 'secret' },
  endpoints: '/api/rest',
};
const CONFIGURED = {
  schema: { path: '/api/schema.graphql', by: 'portico.config.ts: schema' },
  upstream: { url: new URL(config.upstream), headers: { 'x-key': 'secret' }, forwarded: [] },
  endpoints: { path: '/api/rest', by: 'portico.config.ts: endpoints' },
};
const OTHER = 'http://127.0.0.1:2/graphql';

describe('readSources', () => {
  test.each<[string, ApiOptions, object]>([
    ['nothing', {}, CONFIGURED],
    [
      'a schema for the same upstream',
      { schema: 'x.ts' },
      { ...CONFIGURED, schema: { path: '/cwd/x.ts', by: '--schema' } },
    ],
    ['other documents', { endpoints: 'v' }, { ...CONFIGURED, endpoints: { path: '/cwd/v', by: '--endpoints' } }],
    [
      'another upstream, without the schema and the headers of the first',
      { upstream: OTHER, upstreamHeader: ['A: b'] },
      { upstream: { url: new URL(OTHER), headers: { a: 'b' }, forwarded: [] }, endpoints: CONFIGURED.endpoints },
    ],
    [
      'further headers, which replace',
      { upstreamHeader: ['A: b', 'X-Key: other'], forwardHeader: ['X-Tenant'] },
      {
        ...CONFIGURED,
        upstream: { ...CONFIGURED.upstream, headers: { a: 'b', 'x-key': 'other' }, forwarded: ['x-tenant'] },
      },
    ],
  ])('options name %s', (_, options, sources) => {
    expect(readSources(options, config, '/cwd')).toEqual(sources);
  });

  test.each<[ApiOptions, string]>([
    [{ upstreamHeader: ['a: b'] }, '--upstream-header requires --upstream URL.'],
    [{ clientName: 'a' }, '--client-name requires --upstream URL.'],
    [{ forwardHeader: ['a'] }, '--forward-header requires --upstream URL.'],
    [{ upstream: 'x' }, '--upstream must be an http or https URL such as http://localhost:4100/graphql.'],
  ])('refuses %j without a configuration', (options, message) => {
    expect(() => readSources(options)).toThrow(new UsageError(message));
  });
});

const CONFIG = {
  name: 'portico.config.ts',
  upstream: 'https://api.example.com/graphql',
  headers: { authorization: undefined, 'x-api-key': undefined },
};

describe('findHeaderWarnings', () => {
  test('names each header without a value, and the variable that init reads it from', () => {
    expect(findHeaderWarnings({}, CONFIG)).toEqual([
      'portico.config.ts: the header authorization has no value, and is not sent to the upstream. Set the environment variable that it is read from, such as UPSTREAM_AUTHORIZATION.',
      'portico.config.ts: the header x-api-key has no value, and is not sent to the upstream. Set the environment variable that it is read from, such as UPSTREAM_X_API_KEY.',
    ]);
  });

  test.each([
    ['that an option sets', { upstreamHeader: ['Authorization: Bearer a', 'X-API-Key: b'] }, CONFIG],
    ['of another upstream', { upstream: 'https://other.example.com' }, CONFIG],
    ['without an upstream', {}, { name: CONFIG.name, headers: CONFIG.headers }],
    ['with values', {}, { ...CONFIG, headers: { authorization: 'Bearer a' } }],
  ])('does not name headers %s', (_, options, configuration) => {
    expect(findHeaderWarnings(options, configuration)).toEqual([]);
  });

  test('needs no configuration', () => {
    expect(findHeaderWarnings({})).toEqual([]);
  });
});

describe('checkPaths', () => {
  test.each([{}, schema(file), endpoints(folder), { ...schema(file), ...endpoints(folder) }])('accepts %j', (paths) => {
    expect(() => checkPaths(paths)).not.toThrow();
  });

  test.each([
    [schema('/nowhere'), '--schema: the file /nowhere cannot be read. ENOENT: no such file or directory.'],
    [schema(path.resolve('nowhere')), '--schema: the file nowhere cannot be read. ENOENT: no such file or directory.'],
    [schema('/'), '--schema: the file / cannot be read. EISDIR: illegal operation on a directory.'],
    [
      endpoints('/nowhere'),
      'portico.config.ts: endpoints: the folder /nowhere cannot be read. ENOENT: no such file or directory.',
    ],
    [
      endpoints('/dev/null'),
      'portico.config.ts: endpoints: the folder /dev/null cannot be read. ENOTDIR: not a directory.',
    ],
  ])('refuses %j', (paths, message) => {
    expect(() => checkPaths(paths)).toThrow(new UsageError(message));
  });
});

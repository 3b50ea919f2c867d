import { expect, test } from 'vitest';
import { type ApiOptions, readSources } from '../../../../../src/gateway/cli/project/readSources.ts';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';

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
  [{ forwardHeader: ['a'] }, '--forward-header requires --upstream URL.'],
  [{ upstream: 'x' }, '--upstream must be an http or https URL such as http://localhost:4100/graphql.'],
])('refuses %j without a configuration', (options, message) => {
  expect(() => readSources(options)).toThrow(new UsageError(message));
});

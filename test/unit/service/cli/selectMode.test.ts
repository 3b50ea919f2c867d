import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../src/gateway/cli/UsageError.ts';
import { type ServeOptions, selectMode } from '../../../../src/service/cli/selectMode.ts';
import { readServiceSettings } from '../../../../src/service/config/readServiceSettings.ts';

const settings = readServiceSettings({});
const upstream = 'http://localhost:4100/graphql';

test.each<[string, ServeOptions, boolean]>([
  ['the service', {}, true],
  ['one subgraph', { subgraph: 'users' }, true],
  ['a façade with the documents of the service', { upstream }, false],
  ['a façade with other documents', { upstream, endpoints: 'rest', schema: 'x.graphql' }, false],
])('selects %s', (_, options, opensDatabase) => {
  expect(selectMode(settings, options, {}).singleProcess !== undefined).toBe(opensDatabase);
});

test.each<[ServeOptions, string]>([
  [{ upstream, subgraph: 'users' }, '--subgraph and --upstream cannot be combined.'],
  [{ schema: 'x' }, '--schema requires --upstream.'],
  [{ endpoints: 'x' }, '--endpoints requires --upstream.'],
  [{ upstreamHeader: ['a: b'] }, '--upstream-header requires --upstream.'],
  [{ forwardHeader: ['a'], subgraph: 'users' }, '--forward-header requires --upstream.'],
])('refuses %j', (options, message) => {
  expect(() => selectMode(settings, options, {})).toThrow(new UsageError(message));
});

test('refuses a safelist for a subgraph', () => {
  const safelisted = readServiceSettings({ GRAPHQL_SAFELIST: 'operations.json' });
  expect(() => selectMode(safelisted, { subgraph: 'users' }, {})).toThrow(
    new UsageError(
      '--subgraph and GRAPHQL_SAFELIST cannot be combined: a router sends operations of its own to a subgraph. Configure the safelist in the router.',
    ),
  );
});

describe.each<ServeOptions>([{}, { subgraph: 'users' }])('the mode of %j', (options) => {
  test('is for one process over the embedded database', () => {
    const { singleProcess, prepare } = selectMode(settings, options, {});
    expect(singleProcess).toMatch(/^requires DATABASE_URL: /);
    expect(prepare).toBeUndefined();
  });

  test('prepares a server for several processes', () => {
    const overServer = readServiceSettings({ DATABASE_URL: 'postgres://db/shop' });
    const { singleProcess, prepare } = selectMode(overServer, options, {});
    expect(singleProcess).toBeUndefined();
    expect(prepare).toBeInstanceOf(Function);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GraphQLObjectType, Kind, buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type ServiceDependencies, composeService } from '../../src/service/composeService.ts';
import { readSettings } from '../../src/gateway/base/settings/readSettings.ts';
import type { Database } from '../../src/service/database/Database.ts';
import { prepareOperation } from '../../src/gateway/execute/prepareOperation.ts';
import { compileApi } from '../../src/gateway/compile/compileApi.ts';
import { createEngine } from '../../src/gateway/serve/createEngine.ts';
import type { RestRequest } from '../../src/gateway/handle/read/RestRequest.ts';

const settings = readSettings({});
const service = composeService(settings);

const request = (target: string): RestRequest => ({
  method: 'GET',
  target,
  headers: { authorization: 'Bearer x' },
  requestId: 'r',
  signal: new AbortController().signal,
  readBody: async () => new Uint8Array(),
});
const authenticate: ServiceDependencies['authenticate'] = async () => ({
  subject: 'ada',
  scopes: new Set(['forecast:read']),
  claims: {},
  authorization: 'Bearer x',
});

describe('a service without dependencies', () => {
  it('can be read: its subgraphs, its schema, its endpoints and their documents', () => {
    expect(service.subgraphs.map(({ name }) => name)).toEqual(['users', 'orders', 'products', 'forecast']);
    expect(service.schema.getType('Order')).toBeDefined();
    expect([...service.rest.openApi.keys()]).toEqual(['/v1/openapi.json', '/v2/openapi.json', '/openapi.json']);
  });

  it('executes nothing', async () => {
    expect(await service.rest.handle(request('/v1/products'))).toMatchObject({ status: 500 });
  });
});

it('reports errors of its dependencies', async () => {
  const reports: string[] = [];
  const run: Database['run'] = () => Promise.reject(new Error('The database is on fire.'));
  const { rest } = composeService(settings, {
    database: {
      writes: { running: 1, waiting: 1 },
      run,
      transaction: (_, work) => work({}),
      ping: async () => {},
      close: async () => {},
    },
    authenticate,
    report: ({ error }) => reports.push(String(error.cause ?? error.originalError ?? error)),
  });
  expect(await rest.handle(request('/v1/forecast?city=London'))).toMatchObject({ status: 500 });
  expect(reports).toEqual([expect.stringContaining('on fire')]);
});

describe('the operation of an endpoint', () => {
  const endpoints = service.rest.plan.versions.flatMap((version) => version.endpoints);

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'is executed as %s in every page variant',
    (name, { operations }) => {
      for (const { definitions } of Object.values(operations).map((text) => parse(text))) {
        const nodes = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
        expect(nodes.map((node) => node.name?.value)).toEqual([name]);
      }
    },
  );

  it('has a name of its own among those of its version', () => {
    for (const version of service.rest.plan.versions) {
      const names = version.endpoints.map((endpoint) => endpoint.name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('has its name where it is executed', async () => {
    const schema = buildSchema('type Query { running: String! }');
    (schema.getType('Query') as GraphQLObjectType).getFields()['running']!.resolve = (_source, _args, _context, info) =>
      info.operation.name?.value;
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-names-'));
    mkdirSync(path.join(folder, 'v1'));
    writeFileSync(
      path.join(folder, 'v1/getRunning.graphql'),
      'query getRunning @endpoint(method: GET, path: "/running") { running }',
    );
    const plan = compileApi(folder, schema);
    rmSync(folder, { recursive: true });
    const prepare = prepareOperation(schema);
    const rest = createEngine({ plan, schema, prepare, settings, authenticate, report: () => {} });
    expect(await rest.handle(request('/v1/running'))).toMatchObject({ status: 200, body: '"getRunning"' });
  });
});

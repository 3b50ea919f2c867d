import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GraphQLSchema, buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { type Check, Warning } from '../../../../src/cli/doctor/Check.ts';
import { createFacadeMode } from '../../../../src/cli/serve/createFacadeMode.ts';
import { readSettings } from '../../../../src/gateway/base/settings/readSettings.ts';
import { type Logger, createLogger } from '../../../../src/gateway/base/telemetry/createLogger.ts';
import type { UpstreamOptions } from '../../../../src/project/commandOptions.ts';
import { stubUpstream } from '../../../parts/execute/remote/stubUpstream.ts';

const stub = await stubUpstream();
afterAll(() => stub.close());
const schema = fileURLToPath(new URL('../support/greeting.graphql', import.meta.url));
const endpoints = fileURLToPath(new URL('../support/endpoints', import.meta.url));
const settings = readSettings({ PORT: '0' });
const defaults = {
  endpoints,
  publisher: { contact: { name: 'Ada' }, license: { name: 'MIT' } },
};
const upstream = stub.url.href;

test.each<[UpstreamOptions, string]>([
  [{}, '--upstream is required: the URL of a GraphQL API.'],
  [{ upstream: 'x', endpoints }, '--upstream must be an http or https URL'],
  [{ upstream }, '--endpoints or --plan is required: the folder of your endpoint documents, or a built plan.'],
  [{ upstream, endpoints, upstreamHeader: ['x'] }, '--upstream-header must have the form'],
  [
    { upstream, endpoints, trustedDocuments: 'id' },
    '--trusted-documents requires --schema FILE: the upstream executes only documents that it knows, and introspection is none of them.',
  ],
  [
    { upstream, endpoints, schema, trustedDocuments: 'hive', clientName: 'rest' },
    '--trusted-documents hive requires --client-name and --client-version',
  ],
  [{ upstream, endpoints, clientVersion: '1' }, '--client-version requires --client-name NAME.'],
  [{ upstream, endpoints, clientName: 'a\nb' }, '--client-name must be a text that can be sent in a header.'],
  [{ upstream, endpoints, clientName: 'a', clientVersion: ' ' }, '--client-version must be a text'],
])('%j is refused', (options, message) => {
  expect(() => createFacadeMode(settings, options)).toThrow(message);
});

test.each<[UpstreamOptions, string]>([
  [{ upstream, endpoints: '/nowhere' }, '--endpoints: the folder /nowhere cannot be read'],
  [{ upstream, endpoints, schema: '/nowhere' }, '--schema: the file /nowhere cannot be read'],
])('the check of %j rejects', async (options, message) => {
  await expect(createFacadeMode(settings, options).check()).rejects.toThrow(message);
});

test.each([
  ['the default documents with their publisher', {}, { name: 'Ada' }],
  ['given documents without it', { endpoints }, undefined],
])('serves %s', async (_, options, contact) => {
  const mode = createFacadeMode(settings, { upstream, schema, ...options }, { api: defaults });
  await mode.check();
  const { server, greeting } = await mode.start({ log: createLogger('silent') }, false);
  const document = (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as { info: { contact?: unknown } };
  await server.close();
  expect(document.info.contact).toEqual(contact);
  expect(greeting).toContain(`Portico is ready at ${server.url}, in front of ${stub.url.origin}${stub.url.pathname}\n`);
});

/** A log, and the first line of it. */
function firstLine() {
  let log!: Logger;
  const line = new Promise<Record<string, unknown>>((resolve) => {
    log = createLogger('info', { write: (text) => resolve(JSON.parse(text) as Record<string, unknown>) });
  });
  return { log, line };
}

describe('an upstream that does not respond', () => {
  const down = 'http://127.0.0.1:1/graphql';
  const warning = {
    level: 40,
    msg: `The upstream ${down} does not respond; until it does, requests and /health/ready are 503.`,
    err: expect.objectContaining({ code: 'UNAVAILABLE' }) as object,
  };

  test('is a warning of a start with a schema, which is ready nevertheless', async () => {
    const { log, line } = firstLine();
    const mode = createFacadeMode(settings, { upstream: down, schema, endpoints });
    const { server } = await mode.start({ log }, false);
    expect(await line).toMatchObject(warning);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(503);
    await server.close();
  });

  test('is one warning of all workers', async () => {
    const { log, line } = firstLine();
    const mode = createFacadeMode(settings, { upstream: down, schema, endpoints });
    await (await mode.prepare!(log)).close();
    expect(await line).toMatchObject(warning);
  });

  test('is no warning where it responds, if only that it wants credentials', async () => {
    const { log, line } = firstLine();
    const asked = new Promise<void>((resolve) => {
      stub.answer = () => {
        setImmediate(resolve);
        return { status: 401, body: { errors: [{ message: 'who are you?' }] } };
      };
    });
    const mode = createFacadeMode(settings, { upstream, schema, endpoints });
    const { server } = await mode.start({ log }, false);
    await asked;
    // It has read the response by now: this asks the upstream once more.
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    log.info('the next line');
    expect(await line).toMatchObject({ msg: 'the next line' });
    await server.close();
  });
});

test('names the position of a syntax error in the schema', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'portico-serve-')), 'schema.graphql');
  writeFileSync(file, 'type Query {\n  a: [Int\n}\n');
  const mode = createFacadeMode(settings, { upstream, schema: file, endpoints });
  await expect(mode.start({}, false)).rejects.toThrow(`${file}:3:1: Syntax Error: Expected "]", found "}".`);
  rmSync(path.dirname(file), { recursive: true });
});

const config = {
  file: '/api/portico.config.ts',
  name: 'portico.config.ts',
  folder: '/api',
  headers: { 'x-key': 'secret' },
  endpoints,
};

test('warns of the headers of the configuration that have no value', () => {
  const unset = { ...config, upstream, headers: { authorization: undefined } };
  expect(createFacadeMode(settings, {}, { config: unset }).warnings).toEqual([
    expect.stringMatching(/^portico\.config\.ts: the header authorization has no value.*UPSTREAM_AUTHORIZATION\.$/),
  ]);
  expect(createFacadeMode(settings, {}, { config: { ...config, upstream } }).warnings).toEqual([]);
});

test('serves what the configuration names, with its headers', async () => {
  stub.received.length = 0;
  stub.answer = () => ({ body: { data: { text: 'Hello Ada' } } });
  const mode = createFacadeMode(settings, {}, { config: { ...config, upstream, schema } });
  await mode.check();
  const { server } = await mode.start({ log: createLogger('silent') }, false);
  const response = await fetch(`${server.url}/v1/greeting?name=Ada`);
  await server.close();
  expect(await response.json()).toEqual({ text: 'Hello Ada' });
  expect(stub.received.at(-1)?.headers).toMatchObject({ 'x-key': 'secret' });
});

test.each<[string, UpstreamOptions, object, Record<string, string>]>([
  ['options', { upstream, schema, trustedDocuments: 'id', clientName: 'rest', clientVersion: '2' }, {}, {}],
  ['the configuration', {}, { upstream, schema, trustedDocuments: 'id', client: { name: 'rest', version: '2' } }, {}],
  [
    'the environment, which replaces the configuration,',
    {},
    { upstream, schema, trustedDocuments: 'hash', client: { name: 'other', version: '2' } },
    { UPSTREAM_TRUSTED_DOCUMENTS: 'id', UPSTREAM_CLIENT_NAME: 'rest' },
  ],
  [
    'options, which replace both,',
    { trustedDocuments: 'id', clientVersion: '2' },
    { upstream, schema, trustedDocuments: 'hash', client: { name: 'rest' } },
    { UPSTREAM_TRUSTED_DOCUMENTS: 'hash', UPSTREAM_CLIENT_VERSION: '1' },
  ],
])('%s can name the client, and have documents sent by their ids', async (_, options, more, env) => {
  stub.received.length = 0;
  stub.answer = () => ({ body: { data: { text: 'Hello' } } });
  const mode = createFacadeMode(readSettings({ PORT: '0', ...env }), options, { config: { ...config, ...more } });
  const { server } = await mode.start({ log: createLogger('silent') }, false);
  const response = await fetch(`${server.url}/v1/greeting`);
  await server.close();
  expect(response.status).toBe(200);
  const { headers, body } = stub.received.at(-1)!;
  expect(body).toMatchObject({ documentId: expect.stringMatching(/^[\da-f]{64}$/) as string });
  expect(body).not.toHaveProperty('query');
  expect(headers).toMatchObject({
    'apollographql-client-name': 'rest',
    'apollographql-client-version': '2',
    'graphql-client-name': 'rest',
    'graphql-client-version': '2',
  });
});

test('documents of another upstream than that of the configuration are sent as text', async () => {
  stub.received.length = 0;
  const configured = { ...config, upstream: 'http://127.0.0.1:1', schema, trustedDocuments: 'id' as const };
  const { server } = await createFacadeMode(settings, { upstream, schema }, { config: configured }).start(
    { log: createLogger('silent') },
    false,
  );
  await fetch(`${server.url}/v1/greeting`);
  await server.close();
  expect(stub.received.at(-1)!.body).toHaveProperty('query');
});

test('does not read the documents of the configuration where there is a plan', async () => {
  const plan = path.join(mkdtempSync(path.join(tmpdir(), 'portico-plan-')), 'plan.json');
  writeFileSync(plan, '{}');
  const facade = createFacadeMode(settings, { plan }, { config: { ...config, upstream, endpoints: '/nowhere' } });
  await expect(facade.check()).resolves.toBeUndefined();
  rmSync(path.dirname(plan), { recursive: true });
});

test.each<[UpstreamOptions, object, RegExp]>([
  [{}, {}, /^portico\.config\.ts has no upstream: pass --upstream URL/],
  [{}, { upstream, schema: '/api/schema.ts' }, /^portico\.config\.ts: schema is a module, \/api\/schema\.ts\./],
  [{ schema: '/api/schema.mjs' }, { upstream }, /^--schema is a module, \/api\/schema\.mjs\./],
  [{ endpoints, plan: 'plan.json' }, { upstream }, /^--endpoints and --plan cannot be combined\./],
])('%j is refused with the configuration %j', (options, more, message) => {
  expect(() => createFacadeMode(settings, options, { config: { ...config, ...more } })).toThrow(message);
});

test.each([
  [{ endpoints: '/nowhere' }, 'portico.config.ts: endpoints: the folder /nowhere cannot be read'],
  [{ schema: '/nowhere' }, 'portico.config.ts: schema: the file /nowhere cannot be read'],
])('the check of the configuration %j rejects', async (more, message) => {
  const mode = createFacadeMode(settings, {}, { config: { ...config, upstream, ...more } });
  await expect(mode.check()).rejects.toThrow(message);
});

test('can have several workers, and prepares nothing for them', () => {
  expect(createFacadeMode(settings, { upstream, endpoints })).not.toMatchObject({ singleProcess: expect.anything() });
});

describe('the check of the upstream', async () => {
  const fits = buildSchema('type Query { hello(name: String): String! }');
  const differs = buildSchema('type Query { hello(name: ID): String! }');
  const [{ run }] = createFacadeMode(settings, { upstream, endpoints }).checks as [Check];
  const [{ run: runWithFile }] = createFacadeMode(settings, { upstream, endpoints, schema }).checks as [Check];
  const respond = (live: GraphQLSchema | undefined) => {
    stub.answer = ({ body }) => {
      if (!body.query.includes('__schema')) return { body: { data: { __typename: 'Query' } } };
      return { body: live ? { data: introspectionFromSchema(live) } : { errors: [{ message: 'No introspection.' }] } };
    };
  };

  test('finds a schema that fits', async () => {
    respond(fits);
    expect(await run()).toBe('It responds, and its schema fits the endpoints.');
    expect(await runWithFile()).toBe(`It responds, and its schema fits the endpoints as ${schema} does.`);
  });

  test('rejects for one that does not, with its differences', async () => {
    respond(differs);
    await expect(run()).rejects.toThrow(/getGreeting\.graphql:2:26: Variable .* expecting type "ID"/);
    await expect(runWithFile()).rejects.toThrow(
      `Its schema is not that of ${schema}; get its schema again, and run portico check.\n` +
        'Query.hello(name:) is ID in this schema; the plan was built for String.',
    );
  });

  test('warns of one that cannot be compared with a file', async () => {
    respond(undefined);
    await expect(run()).rejects.toThrow('Introspection of');
    await expect(runWithFile()).rejects.toThrow(
      new Warning(`It responds, but cannot be introspected: its schema was not compared with ${schema}.`),
    );
  });

  test('rejects where nothing responds', async () => {
    const nowhere = createFacadeMode(settings, { upstream: 'http://127.0.0.1:1/graphql', endpoints, schema });
    await expect(nowhere.checks![0]!.run()).rejects.toThrow('upstream');
  });
});

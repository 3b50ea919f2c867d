// `portico dev` over the resolvers of a library user, with the options of createPortico that the configuration has.
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestDev, type TestProject, createTestProject, startDev } from './support/startDev.ts';

const GRAPHQL = createRequire(import.meta.url).resolve('graphql');
const REQUIRES_SCOPES = 'directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION';

const FILES = {
  'schema.ts': `
import { buildSchema } from '${GRAPHQL}';
import { notes } from './notes.ts';
export const schema = buildSchema(\`${REQUIRES_SCOPES}
  type Query { note: Note secret: String @requiresScopes(scopes: [["secrets:read"]]) }
  type Mutation { addNote: Note }
  type Note { text: String owner: String isShared: Boolean }\`);
const { note, secret } = schema.getQueryType().getFields();
note.resolve = (_, __, context) => ({ text: notes.text, owner: context.owner, isShared: context.notes === notes });
secret.resolve = () => 'secret';
`,
  'notes.ts': `export const notes = { text: 'Buy milk' };\n`,
  'options.ts': `
import { GraphQLError } from '${GRAPHQL}';
import type { PorticoOptions } from 'portico';
import { notes } from './notes.ts';
const callers = new Map([['Bearer ada', 'Ada'], ['Bearer bob', 'Bob']]);
export const options = {
  authenticate: ({ authorization, headers }) => {
    const subject = callers.get(authorization ?? headers.get('x-caller'));
    return subject && { subject, scopes: subject === 'Ada' ? ['secrets:read'] : [] };
  },
  context: async (request, { caller }) => {
    const { 'x-fail': failure } = request.headers;
    if (failure) throw new Error(failure);
    return { owner: caller.subject, notes };
  },
} satisfies Partial<PorticoOptions>;
`,
  'portico.config.ts': `
import { defineConfig } from 'portico';
import { options } from './options.ts';
export default defineConfig({ ...options, schema: 'schema.ts', endpoints: new URL('./rest', import.meta.url) });
`,
  'rest/v1/getNote.graphql': 'query getNote @endpoint(method: GET, path: "/note") { note { text owner isShared } }\n',
  'rest/v1/getSecret.graphql': 'query getSecret @endpoint(method: GET, path: "/secret") { secret }\n',
};
const CONFIG = FILES['portico.config.ts'];

let project: TestProject;
let dev: TestDev;
const start = async (environment: Record<string, string> = {}) => {
  dev = await startDev({}, project.folder, environment);
};
const get = async (path: string, token = 'ada', headers: Record<string, string> = {}) => {
  const { status, json } = await dev.get(path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  return { status, json };
};
const configure = (...replaced: [text: string, other: string]) =>
  project.write('portico.config.ts', CONFIG.replace(...replaced));
const note = (changed: object = {}) => ({
  status: 200,
  json: { text: 'Buy milk', owner: 'Ada', isShared: true, ...changed },
});

beforeEach(() => {
  project = createTestProject(FILES);
});
afterEach(async () => {
  await dev.close();
  project.remove();
});

describe('a configuration with context and authenticate', () => {
  test('is that of the resolvers: 401 without a caller, 403 without a scope, and the value of context', async () => {
    await start();
    expect((await dev.get('/v1/note')).status).toBe(401);
    expect((await get('/v1/note', 'eve')).status).toBe(401);
    expect((await dev.get('/v1/note', { headers: { 'x-caller': 'Bearer bob' } })).json).toMatchObject({ owner: 'Bob' });
    expect(await get('/v1/note')).toEqual(note());
    expect(await get('/v1/note', 'bob')).toEqual(note({ owner: 'Bob' }));
    expect((await get('/v1/secret', 'bob')).status).toBe(403);
    expect(await get('/v1/secret')).toEqual({ status: 200, json: 'secret' });
    expect(dev.output()).toContain(`Try: curl -H "Authorization: Bearer $TOKEN" ${dev.url}/v1/note`);
    expect(dev.output()).not.toContain('No credentials');
    await dev.expectOutput(/^\d\d:\d\d:\d\d GET +\/v1\/note 401 [\d.]+ ms$/m);
    const { json } = await dev.get('/v1/openapi.json');
    expect(json).toHaveProperty('components.securitySchemes');
    expect((await fetch(`${dev.url}/docs`)).status).toBe(200);
    expect((await dev.get('/health/ready')).status).toBe(200);
  });

  test('is read again when it changes, and with all that it imports', async () => {
    await start();
    project.write('options.ts', FILES['options.ts'].replace('owner: caller.subject', "owner: 'A ' + caller.subject"));
    await expect.poll(() => get('/v1/note')).toEqual(note({ owner: 'A Ada' }));
    project.write('notes.ts', `export const notes = { text: 'Buy bread' };\n`);
    await expect.poll(() => get('/v1/note')).toEqual(note({ owner: 'A Ada', text: 'Buy bread' }));
    configure('...options,', `...options, context: () => ({ owner: 'Eve' }),`);
    await expect.poll(() => get('/v1/note')).toMatchObject({ json: { owner: 'Eve' } });
    project.write('rest/v1/getNote.graphql', FILES['rest/v1/getNote.graphql'].replace('text', 'body: text'));
    await expect.poll(() => get('/v1/note')).toMatchObject({ json: { body: 'Buy bread', owner: 'Eve' } });
  });

  test('keeps the last version while it is not valid: of syntax, of a key, of a value', async () => {
    await start();
    const broken: [string, RegExp][] = [
      ['export default {', /portico\.config\.ts cannot be loaded: .*portico\.config\.ts:1/],
      [CONFIG.replace('...options', 'contxt: () => 1'), /"contxt" is not a known key; did you mean "context"\?/],
      [
        CONFIG.replace('...options', `...options, apiName: 'My API'`),
        /portico\.config\.ts: apiName must be at most 64/,
      ],
      [`throw new Error('Set TOKEN.');`, /portico\.config\.ts cannot be loaded: Set TOKEN\./],
    ];
    for (const [text, problem] of broken) {
      project.write('portico.config.ts', text);
      await dev.expectOutput(problem);
      expect((await dev.state()).problems).toEqual([expect.stringMatching(problem)]);
      expect(await get('/v1/note')).toEqual(note());
    }
    project.write('rest/v1/getSecret.graphql', `${FILES['rest/v1/getSecret.graphql']}\n`);
    await expect.poll(() => dev.output().match(/Set TOKEN/g)!.length).toBe(2);
    project.write('portico.config.ts', CONFIG);
    await expect.poll(async () => (await dev.state()).problems).toEqual([]);
    expect(await get('/v1/note')).toEqual(note());
  });

  test('is 500 for what context and authenticate throw, which is shown with their code', async () => {
    await start();
    expect((await get('/v1/note', 'ada', { 'x-fail': 'The directory is gone.' })).status).toBe(500);
    await dev.expectOutput(
      /GET \/v1\/note: request failed \(.*getNote\.graphql\)\n {2}The directory is gone\.\n {4}at .*options\.ts/,
    );
    project.write(
      'options.ts',
      FILES['options.ts'].replace(
        'const subject =',
        `if (authorization) throw new Error('No keys.');\n    const subject =`,
      ),
    );
    await expect.poll(async () => (await get('/v1/note')).status).toBe(500);
    await dev.expectOutput(/GET \/v1\/note: request failed.*\n {2}No keys\.\n {4}at .*options\.ts/);
    project.write('options.ts', FILES['options.ts']);
    await expect.poll(() => get('/v1/note')).toEqual(note());
  });

  test('starts with a restricted schema and no authenticate: 503 that says so, until it has one', async () => {
    configure('...options', 'context: options.context');
    await start();
    expect(await get('/v1/note')).toMatchObject({
      status: 503,
      json: { error: expect.stringMatching(/portico\.config\.ts: The schema restricts Query\.secret .*authenticate/) },
    });
    project.write('portico.config.ts', CONFIG);
    await expect.poll(() => get('/v1/note')).toEqual(note());
  });

  test('is dropped and added while dev runs', async () => {
    configure('...options,', '');
    await start();
    expect(dev.output()).toContain('No credentials are required, and scopes are not checked');
    expect((await dev.get('/v1/note')).json).toEqual({ text: 'Buy milk', owner: null, isShared: false });
    project.write('portico.config.ts', CONFIG);
    await expect.poll(() => get('/v1/note')).toEqual(note());
    expect((await dev.get('/v1/note')).status).toBe(401);
  });

  test('says what needs a restart, and that AUTH_… settings have no effect', async () => {
    await start({ AUTH_SECRET: 'a secret of at least thirty-two bytes', AUTH_ISSUER: 'x', AUTH_AUDIENCE: 'y' });
    expect(dev.output()).toContain('warning: AUTH_… settings have no effect:');
    expect(await get('/v1/note')).toEqual(note());
    project.write(
      'portico.config.ts',
      CONFIG.replace("'schema.ts'", "'notes.ts'").replace('...options', '...options, basePath: "/api"'),
    );
    await dev.expectOutput(/warning: .*portico\.config\.ts: schema and basePath changed; restart to apply it/);
    expect(await get('/v1/note')).toEqual(note());
  });

  test('has all options of createPortico: the base path, the name of the API, CORS, mapped errors and reports', async () => {
    configure(
      '...options,',
      `...options, basePath: '/api', apiName: 'notes', mapError: ({ message }) => (message === 'Tea.' ? { status: 418 } : undefined), cors: { origins: ['https://a.example'] },
        report: ({ error }) => void (globalThis.porticoReport = error.cause.message),`,
    );
    await start();
    expect(dev.url).toMatch(/\/api$/);
    const headers = {
      authorization: 'Bearer ada',
      origin: 'https://a.example',
      accept: 'application/vnd.notes.v1+json',
    };
    const response = await dev.get('/note', { headers });
    expect(response).toMatchObject({ status: 200, json: note().json });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://a.example');
    await get('/v1/note', 'ada', { 'x-fail': 'The directory is gone.' });
    expect((await get('/v1/note', 'ada', { 'x-fail': 'Tea.' })).status).toBe(418);
    expect(globalThis).toHaveProperty('porticoReport', 'The directory is gone.');
    await dev.expectOutput('The directory is gone.');
  });

  test('serves mock data without it', async () => {
    dev = await startDev({ mock: true }, project.folder);
    expect((await dev.get('/v1/note')).status).toBe(200);
  });

  test('may have the schema itself, and so be all options of createPortico', async () => {
    const whole = `import { schema } from './schema.ts';\n${CONFIG.replace("schema: 'schema.ts'", 'schema')}`;
    project.write('portico.config.ts', whole);
    await start();
    expect(await get('/v1/note')).toEqual(note());
    project.write('notes.ts', `export const notes = { text: 'Buy bread' };\n`);
    await expect.poll(() => get('/v1/note')).toEqual(note({ text: 'Buy bread' }));
    project.write('portico.config.ts', whole.replace('...options,', ''));
    await expect.poll(async () => (await dev.get('/v1/note')).json).toMatchObject({ owner: null, isShared: false });
  });
});

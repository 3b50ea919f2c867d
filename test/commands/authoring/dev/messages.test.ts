// What `portico dev` prints at start: the routes, and a request to try; and its banner in the API reference.
import { createRequire } from 'node:module';
import { buildSchema } from 'graphql';
import { afterEach, describe, expect, test } from 'vitest';
import { createPortico } from '../../../../src/gateway/index.ts';
import { runPortico } from '../../support/runPortico.ts';
import { type TestDev, type TestProject, createTestProject, startDev } from './support/startDev.ts';

const SDL = `type Query { user(id: Int!): User users: [User!]! forecast(city: String!): Int }
  type Mutation { deleteUser(id: Int!): User } type User { id: Int! }`;
const GET_USER = 'query getUser($id: Int!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id } }';
const LIST = 'query listUsers @endpoint(method: GET, path: "/users") { users { id } }';
const ISSUER = { AUTH_SECRET: 'a secret of at least thirty-two bytes', AUTH_ISSUER: 'x', AUTH_AUDIENCE: 'y' };

let dev: TestDev | undefined;
let project: TestProject;
afterEach(async () => {
  await dev?.close();
  dev = undefined;
  project.remove();
});

async function start(documents: Readonly<Record<string, string>>, environment: Record<string, string> = {}) {
  const files = Object.entries(documents).map(([name, text]) => [`rest/${name}`, text]);
  project = createTestProject({ 'schema.graphql': SDL, ...Object.fromEntries(files) });
  dev = await startDev({ schema: 'schema.graphql', endpoints: 'rest', mock: true }, project.folder, environment);
  return dev;
}

describe('the routes', () => {
  const documents = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `v1/get${at}.graphql`,
        `query get${at} @endpoint(method: GET, path: "/${at}") { users { id } }`,
      ]),
    );

  test('are the table of routes', async () => {
    const { output } = await start(documents(30));
    const { stdout } = await runPortico('routes --schema schema.graphql --endpoints rest'.split(' '), project.folder);
    expect(output()).toContain(`\n${stdout}`);
  });

  test('are counted beyond the thirtieth', async () => {
    const { output } = await start(documents(33));
    expect(output()).toMatch(/^VERSION .*\n(?:v1 .*\n){30}… and 3 more; "portico routes" lists them all\.\n/m);
  });
});

/** The request to try, with an origin that is always the same. */
async function exampleOf(documents: Readonly<Record<string, string>>, environment?: Record<string, string>) {
  const { output, url } = await start(documents, environment);
  return /^Try: (.*)$/m.exec(output())?.[1]?.replace(url, 'http://127.0.0.1');
}

describe('the request to try', () => {
  const forecast = (example: string, name: string) =>
    `query getForecast($city: String! @param(example: "${example}")) @endpoint(method: GET, path: "/forecasts/{${name}}") { forecast(city: $city) }`;

  test.each<[string, Record<string, string>, string | undefined]>([
    ['has the fewest inputs', { 'v1/a.graphql': GET_USER, 'v1/b.graphql': LIST }, '/v1/users'],
    [
      'has the shortest path of several',
      { 'v1/b.graphql': LIST.replace('listUsers', 'all').replace('/users', '/all/users'), 'v1/c.graphql': LIST },
      '/v1/users',
    ],
    ['fills the inputs of its path', { 'v1/a.graphql': GET_USER }, '/v1/users/1'],
    [
      'has the example of an input',
      { 'v1/a.graphql': GET_USER.replace('Int!', 'Int! @param(example: "7")') },
      '/v1/users/7',
    ],
    ['encodes examples', { 'v1/a.graphql': forecast("Val d'Isère", 'city') }, '/v1/forecasts/Val%20d%27Is%C3%A8re'],
    [
      'keeps the slashes of the rest of a path',
      { 'v1/a.graphql': forecast('GB/St Ives', '+city') },
      '/v1/forecasts/GB/St%20Ives',
    ],
    [
      'is absent without a GET',
      {
        'v1/a.graphql':
          'mutation deleteUser($id: Int!) @endpoint(method: DELETE, path: "/users/{id}", status: 204) { deleteUser(id: $id) { id } }',
      },
      undefined,
    ],
    [
      'is absent where more than the path is required',
      {
        'v1/a.graphql':
          'query getForecast($city: String!) @endpoint(method: GET, path: "/forecast") { forecast(city: $city) }',
      },
      undefined,
    ],
  ])('%s', async (_, documents, target) => {
    expect(await exampleOf(documents)).toBe(target === undefined ? undefined : `curl http://127.0.0.1${target}`);
  });

  test.each<[string, object, string]>([
    ['a token where one is needed', {}, '-H "Authorization: Bearer $TOKEN" http://127.0.0.1/v1/users'],
    [
      'no version in the path where headers select it',
      { versioning: 'header' },
      '-H "Authorization: Bearer $TOKEN" http://127.0.0.1/users',
    ],
    [
      'the scheme of the conventions',
      { auth: { scheme: 'Token' } },
      '-H "Authorization: Token $TOKEN" http://127.0.0.1/v1/users',
    ],
  ])('has %s', async (_, { auth, ...api }: { auth?: object }, example) => {
    const files = {
      'api.json': JSON.stringify(api),
      'conventions.json': JSON.stringify(auth ? { auth } : {}),
      'v1/b.graphql': LIST,
    };
    expect(await exampleOf(files, ISSUER)).toBe(`curl ${example}`);
  });

  const bearer = { type: 'http', scheme: 'bearer' };
  test.each<[string, object, string]>([
    ['a header', { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } }, '-H "X-Api-Key: $KEY"'],
    ['a cookie', { key: { type: 'apiKey', in: 'cookie', name: 'session' } }, '-b "session=$KEY"'],
    ['the query', { key: { type: 'apiKey', in: 'query', name: 'api_key' } }, '-G -d "api_key=$KEY"'],
    ['basic authentication', { user: { type: 'http', scheme: 'basic' } }, '-u "$USERNAME:$PASSWORD"'],
    [
      'a token rather than a key',
      { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' }, bearer },
      '-H "Authorization: Bearer $TOKEN"',
    ],
  ])('has the credentials of the own authenticate: %s', async (_, securitySchemes, credentials) => {
    const graphql = createRequire(import.meta.url).resolve('graphql');
    project = createTestProject({
      'schema.mjs': `import { buildSchema } from '${graphql}';\nexport const schema = buildSchema(${JSON.stringify(SDL)});`,
      'portico.config.js': 'export default { schema: "schema.mjs", endpoints: "rest", authenticate: () => undefined };',
      'rest/api.json': JSON.stringify({ securitySchemes }),
      'rest/v1/b.graphql': LIST,
    });
    dev = await startDev({}, project.folder);
    expect(dev.output()).toContain(`\nTry: curl ${credentials} ${dev.url}/v1/users\n`);
  });

  test('has no token where the endpoint takes none', async () => {
    const open = { 'v1/b.graphql': LIST.replace('path:', 'auth: NONE, path:') };
    expect(await exampleOf(open, ISSUER)).toBe('curl http://127.0.0.1/v1/users');
  });
});

test('the API reference follows the server, with the content security policy of any other', async () => {
  const { url, get } = await start({ 'v1/b.graphql': LIST });
  const read = async (fetchPage: (target: string) => Promise<Response>) => {
    const page = await fetchPage('/docs');
    const html = await page.text();
    const paths = [...html.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    const files = await Promise.all(paths.map(async (path) => (await fetchPage(path)).text()));
    return { policy: page.headers.get('content-security-policy'), html, text: [html, ...files].join('\n') };
  };
  const development = await read((target) => fetch(url + target));
  const portico = createPortico({ schema: buildSchema(SDL), endpoints: project.at('rest'), docs: '/docs' });
  const production = await read(async (target) => portico.fetch(new Request(`http://localhost${target}`)));
  expect(production.text).not.toMatch(/\/docs\/events|id="dev"|#dev /);
  expect(development.text).toContain('/docs/events');
  expect(development.html).toMatch(/data-revision="[\w-]{36}"/);
  expect(development.policy).toBe(production.policy);
  expect(development.html).not.toMatch(/<script(?! src="\/)| on\w+=|style="/);
  const events = await fetch(`${url}/docs/events`);
  await events.body!.cancel();
  const [type, cache] = ['content-type', 'cache-control'].map((name) => events.headers.get(name));
  expect([type, cache]).toEqual(['text/event-stream', 'no-store']);
  expect((await get('/v1/users')).status).toBe(200);
});

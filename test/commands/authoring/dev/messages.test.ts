import { describe, expect, test } from 'vitest';
import { describeExample, describeReload, describeRoutes } from '../../../../src/authoring/dev/messages.ts';
import { routes } from '../../../../src/project/routes.ts';
import { DOCUMENTS, compileDocuments } from '../../cli/support/compileDocuments.ts';

const planOf = (count: number) =>
  compileDocuments(
    Object.fromEntries(
      Array.from({ length: count }, (_, number) => [
        `v1/get${number}.graphql`,
        `query get${number} @endpoint(method: GET, path: "/${number}") { users { nodes { id } } }`,
      ]),
    ),
  ).plan;

describe('describeRoutes', () => {
  test('is the table of routes', () => {
    const plan = planOf(30);
    expect(describeRoutes(plan)).toBe(routes(plan).text.trimEnd());
  });

  test('counts routes beyond the thirtieth', () => {
    const lines = describeRoutes(planOf(33)).split('\n');
    expect(lines).toHaveLength(32);
    expect(lines.at(-1)).toBe('… and 3 more; "portico routes" lists them all.');
  });
});

const options = { url: 'http://127.0.0.1:4000', needsToken: false };
const CONVENTIONS = JSON.stringify({ enums: { '*': 'lowercase' }, scalars: { PersonName: { type: 'string' } } });
const exampleOf = (documents: Readonly<Record<string, string>>, changed: Partial<typeof options> = {}) =>
  describeExample(compileDocuments({ 'conventions.json': CONVENTIONS, ...documents }).plan, { ...options, ...changed });

const GET_USER = 'query getUser($id: SafeInt!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { id } }';
const LIST = 'query listUsers @endpoint(method: GET, path: "/users") { users { nodes { id } } }';

describe('describeExample', () => {
  test('takes the endpoint with the fewest inputs', () => {
    expect(exampleOf({ 'v1/a.graphql': GET_USER, 'v1/b.graphql': LIST })).toBe('curl http://127.0.0.1:4000/v1/users');
  });

  test('takes the shortest path of several', () => {
    const longer = LIST.replace('listUsers', 'all').replace('/users', '/all/users');
    expect(exampleOf({ 'v1/b.graphql': longer, 'v1/c.graphql': LIST })).toBe('curl http://127.0.0.1:4000/v1/users');
  });

  test('fills the inputs of its path', () => {
    expect(exampleOf({ 'v1/a.graphql': GET_USER })).toBe('curl http://127.0.0.1:4000/v1/users/1');
    const example = GET_USER.replace('SafeInt!', 'SafeInt! @param(example: "7")');
    expect(exampleOf({ 'v1/a.graphql': example })).toBe('curl http://127.0.0.1:4000/v1/users/7');
  });

  test('encodes examples', () => {
    const forecast = `query getForecast($city: String! @param(example: "Val d'Isère")) @endpoint(method: GET, path: "/forecasts/{city}") {
    forecast(city: $city) { city }
  }`;
    expect(exampleOf({ 'v1/a.graphql': forecast })).toBe(
      'curl http://127.0.0.1:4000/v1/forecasts/Val%20d%27Is%C3%A8re',
    );
  });

  test('keeps the slashes of the rest of a path', () => {
    const forecast = `query getForecast($city: String! @param(example: "GB/St Ives")) @endpoint(method: GET, path: "/forecasts/{+city}") {
    forecast(city: $city) { city }
  }`;
    expect(exampleOf({ 'v1/a.graphql': forecast })).toBe('curl http://127.0.0.1:4000/v1/forecasts/GB/St%20Ives');
  });

  test('has a token where one is needed, and no version in the path where headers select it', () => {
    expect(exampleOf({ 'v1/b.graphql': LIST, 'api.json': '{ "versioning": "header" }' }, { needsToken: true })).toBe(
      'curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:4000/users',
    );
  });

  const bearer = { type: 'http', scheme: 'bearer' };
  test.each<[string, object | undefined, string]>([
    ['the scheme of the conventions', undefined, '-H "Authorization: Token $TOKEN"'],
    ['a header', { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } }, '-H "X-Api-Key: $KEY"'],
    ['a cookie', { key: { type: 'apiKey', in: 'cookie', name: 'session' } }, '-b "session=$KEY"'],
    ['the query', { key: { type: 'apiKey', in: 'query', name: 'api_key' } }, '-G -d "api_key=$KEY"'],
    ['basic authentication', { user: { type: 'http', scheme: 'basic' } }, '-u "$USERNAME:$PASSWORD"'],
    [
      'a token rather than a key',
      { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' }, bearer },
      '-H "Authorization: Token $TOKEN"',
    ],
  ])('sends credentials as the API says: %s', (_, securitySchemes, credentials) => {
    const conventions = JSON.stringify({ ...(JSON.parse(CONVENTIONS) as object), auth: { scheme: 'Token' } });
    const files = { 'conventions.json': conventions, 'api.json': JSON.stringify({ securitySchemes }) };
    expect(exampleOf({ 'v1/b.graphql': LIST, ...files }, { needsToken: true })).toBe(
      `curl ${credentials} http://127.0.0.1:4000/v1/users`,
    );
    expect(exampleOf({ 'v1/b.graphql': LIST, ...files })).toBe('curl http://127.0.0.1:4000/v1/users');
  });

  test('has no token where the endpoint takes none', () => {
    const { plan } = compileDocuments({ 'conventions.json': CONVENTIONS, 'v1/b.graphql': LIST });
    const versions = plan.versions.map((version) => ({
      ...version,
      endpoints: version.endpoints.map((endpoint) => ({ ...endpoint, auth: 'NONE' as const })),
    }));
    expect(describeExample({ ...plan, versions }, { ...options, needsToken: true })).toBe(
      'curl http://127.0.0.1:4000/v1/users',
    );
  });

  test('is absent without a GET endpoint that requires only its path', () => {
    const remove =
      'mutation deleteUser($id: SafeInt!) @endpoint(method: DELETE, path: "/users/{id}", status: 204) { deleteUser(id: $id) { id } }';
    expect(exampleOf({ 'v1/a.graphql': remove })).toBeUndefined();
    const forecast =
      'query getForecast($city: String!) @endpoint(method: GET, path: "/forecast") { forecast(city: $city) { city } }';
    expect(exampleOf({ 'v1/a.graphql': forecast })).toBeUndefined();
  });
});

const before = compileDocuments(DOCUMENTS).plan;
const describeWith = (changed: Readonly<Record<string, string>>) => {
  const documents = Object.entries({ ...DOCUMENTS, ...changed }).filter(([, text]) => text !== '');
  return describeReload(before, compileDocuments(Object.fromEntries(documents)).plan);
};

describe('describeReload', () => {
  test.each([
    ['nothing', {}, 'no change of an endpoint'],
    [
      'a comment',
      { 'v1/getUser.graphql': `# Hello\n\n${DOCUMENTS['v1/getUser.graphql']}` },
      'no change of an endpoint',
    ],
    [
      'a removed endpoint',
      {
        'v1/getUser.graphql': '',
        'v1/createUser.graphql': DOCUMENTS['v1/createUser.graphql']!.replace(', location: "/users/{id}"', ''),
        'v2/createUser.graphql': DOCUMENTS['v2/createUser.graphql']!.replace(', location: "/users/{id}"', ''),
      },
      '~ POST /v1/users, ~ POST /v2/users, - GET /v1/users/{id}, - GET /v2/users/{id}',
    ],
    [
      'a shape of one version',
      { 'v2/shapes/User.graphql': 'fragment User on User { id }' },
      '~ POST /v2/users, ~ GET /v2/users/{id}',
    ],
    [
      'a route',
      { 'v1/listOrders.graphql': DOCUMENTS['v1/listOrders.graphql']!.replace('/orders', '/purchases') },
      '+ GET /v1/purchases, + GET /v2/purchases, - GET /v1/orders, - GET /v2/orders',
    ],
  ])('describes %s', (_, changed, expected) => {
    expect(describeWith(changed)).toBe(expected);
  });

  test('counts what it does not name', () => {
    const added = Array.from({ length: 4 }, (_, number) => [
      `v1/get${number}.graphql`,
      `query get${number} @endpoint(method: GET, path: "/${number}") { users { nodes { id } } }`,
    ]);
    expect(describeWith(Object.fromEntries(added))).toMatch(/^(?:\+ GET \/v\d\/\d, ){6}and 2 more$/);
  });
});

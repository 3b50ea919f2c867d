// `@param(template:)`: a text around that of the client, wherever it is sent from.
import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

type Schema = Record<string, unknown>;

const LIKE = String.raw`template: "%{}%", escape: "%_\\"`;
const echo = (variables: string, given: string, path = '/e') => ({
  'v1/echo.graphql': `query echo(${variables}) @endpoint(method: GET, path: "${path}") { echo(${given}) { json } }`,
});
const echoed = (given: object) => [200, { json: JSON.stringify(given) }];

describe('a text in its template', () => {
  const toy = toyEngine({
    ...echo(
      `$text: String = "%sea%" @param(${LIKE}, minLength: 2, maxLength: 5, nullAs: "any"), $ids: [ID!] @param(template: "gid://{{}}/{}"),
       $id: ID @param(in: HEADER, name: "X-Id", template: "urn:{}")`,
      'text: $text, ids: $ids, id: $id',
    ),
    'v1/fill.graphql': `mutation fill($ids: [ID!] @param(template: "gid://{}")) @endpoint(method: POST, path: "/fill") { fill(ids: $ids) { json } }`,
    'v1/complain.graphql': `mutation complain($about: String @param(name: "on.topic", template: "{}%"))
      @endpoint(method: POST, path: "/complain") { complain(about: $about) }`,
  });
  test.each<[promise: string, query: string, given: object]>([
    ['is escaped where that is said', String.raw`?text=5%25_\a`, { text: String.raw`%5\%\_\\a%` }],
    ['is each item of a list', '?ids=1,2', { ids: ['gid://{}/1', 'gid://{}/2'], text: '%sea%' }],
    ['is absent where it is not sent, and its default is executed as it is', '', { text: '%sea%' }],
    ['is null where the client says so', '?text=any', { text: null }],
  ])('%s', async (_, query, given) => {
    expect(JSON.parse((seen(await toy.send(`GET /e${query}`))[1] as { json: string }).json)).toEqual(given);
  });
  test('is read from headers', async () => {
    await toy.send('GET /e', { headers: { 'x-id': '3' } });
    expect(toy.trace.variables.at(-1)).toEqual({ text: '%sea%', id: 'urn:3' });
  });
  test('is read from bodies, where null stays null', async () => {
    await toy.send('POST /fill', { body: { ids: [7, '8'] } });
    await toy.send('POST /fill', { body: { ids: null } });
    await toy.send('POST /complain', { body: { on: { topic: 'a%' } } });
    await toy.send('POST /complain', { body: {} });
    expect(toy.trace.variables.slice(-4)).toEqual([
      { ids: ['gid://7', 'gid://8'] },
      { ids: null },
      { about: 'a%%' },
      {},
    ]);
  });
  test('is bounded as the client sends it', async () => {
    expect(seen(await toy.send('GET /e?text=a'))).toEqual([400, { error: 'text must have at least 2 characters' }]);
    expect(seen(await toy.send('GET /e?text=%25%25%25%25%25'))).toMatchObject([200, {}]);
    expect(seen(await toy.send('GET /e?text=abcdef'))).toEqual([400, { error: 'text must have at most 5 characters' }]);
  });
  test('is described as the client sends it', () => {
    const { paths } = toy.openApi.get('/v1/openapi.json') as {
      paths: Record<string, { get: { parameters: Schema[] } }>;
    };
    expect(paths['/e']!.get.parameters[0]).toMatchObject({
      name: 'text',
      schema: { anyOf: [{ type: 'string', minLength: 2, maxLength: 5 }, { const: 'any' }], default: 'sea' },
    });
  });
});

test('a path parameter in a template is what the client sent, in addresses and messages as well', async () => {
  const toy = toyEngine({
    'v1/author.graphql': `query author($name: String! @param(template: "%{}", escape: "%"))
      @endpoint(method: GET, path: "/authors/{name}") { author(name: $name) { self: name @template(value: "/authors/{name}") } }`,
    'v1/complain.graphql': `mutation complain($about: String! @param(template: "refs/{}"))
      @endpoint(method: POST, path: "/complaints/{about}", status: 201, location: "/complaints/{about}") { complain(about: $about) }`,
  });
  expect(seen(await toy.send('GET /authors/5%25'))).toEqual([404, { error: 'No Author was found for name 5%.' }]);
  expect(toy.trace.variables.at(-1)).toEqual({ name: String.raw`%5\%` });
});

test('an id that is an integer for clients is a text in its template', async () => {
  const toy = toyEngine({
    'conventions.json': '{ "scalars": { "ID": { "type": "integer" } } }',
    ...echo('$id: ID = "gid://app/Book/7" @param(template: "gid://app/Book/{}")', 'id: $id'),
  });
  expect(seen(await toy.send('GET /e?id=12'))).toEqual(echoed({ id: 'gid://app/Book/12' }));
  const { paths } = toy.openApi.get('/v1/openapi.json') as { paths: Record<string, { get: { parameters: Schema[] } }> };
  expect(paths['/e']!.get.parameters[0]).toMatchObject({ schema: { type: 'integer', default: 7 } });
});

test('a text for null is beside those of an enum, or of a list', async () => {
  const toy = toyEngine(
    echo(
      '$genre: Genre = FACT @param(values: { text: "all", value: null }), $ids: [ID!] @param(values: [{ text: "one", value: 1 }, { text: "any", value: null }])',
      'genre: $genre, ids: $ids',
    ),
  );
  const { paths } = toy.openApi.get('/v1/openapi.json') as { paths: Record<string, { get: { parameters: Schema[] } }> };
  expect(paths['/e']!.get.parameters.map(({ schema }) => schema)).toEqual([
    { type: 'string', enum: ['FICTION', 'FACT', 'all'], default: 'FACT' },
    {
      anyOf: [{ type: 'array', items: { type: 'string', enum: ['one'] } }, { const: 'any' }],
      examples: [['one']],
    },
  ]);
  expect(seen(await toy.send('GET /e?genre=all&ids=any'))).toEqual(echoed({ genre: null, ids: null }));
  expect(seen(await toy.send('GET /e?genre=FICTION&ids=one,one'))).toEqual(
    echoed({ genre: 'FICTION', ids: ['1', '1'] }),
  );
  expect(seen(await toy.send('GET /e?genre=any&ids=any,one'))).toEqual([
    400,
    { error: 'genre must be one of "FICTION", "FACT", "all"; ids.0 must be one of "one"' },
  ]);
});

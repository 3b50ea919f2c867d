// Which endpoint a path reaches, as targets that no `Request` can be have it, too.
import { type OperationDefinitionNode, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../support/openEngine.ts';

const schema = buildSchema('type Query { echo(values: [String!]!): String } type Mutation { echo: String }');

/** An engine whose responses are the path of the endpoint and the values of its placeholders. */
function serve(paths: readonly string[], settings: object = {}, files: Record<string, string> = {}) {
  const documents = paths.map((path, index) => {
    const names = [...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name!);
    const parameters = names.length > 0 ? `(${names.map((name) => `$${name}: String!`).join()})` : '';
    const values = names.map((name) => `$${name}`).join();
    const text = `query p${index}${parameters} @endpoint(method: GET, path: "${path}") { echo(values: [${values}]) }`;
    return [`v1/p${index}.graphql`, text];
  });
  const engine = openEngine({
    schema,
    files: { ...(Object.fromEntries(documents) as Record<string, string>), ...files },
    settings,
    run: ({ variables }, { definitions: [operation] }) => {
      const { name } = operation as OperationDefinitionNode;
      const path = paths[Number(name!.value.slice(1))] ?? name!.value;
      return { data: { echo: JSON.stringify([path, ...Object.values(variables)]) } };
    },
  });
  return async (line: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const { status, body, headers: own } = await engine.send(line, { headers });
    if (status === 204) return own['allow'];
    if (body === null) return [status, own['allow']];
    const json = JSON.parse(String(body)) as string | { error: string };
    if (typeof json === 'string') return JSON.parse(json) as unknown;
    return own['allow'] === undefined ? [status, json.error] : [status, json.error, own['allow']];
  };
}

const PATHS = [
  '/',
  '/b/{x}',
  '/b/search',
  '/b/{x}:archive',
  '/b/{x}:hive',
  '/b/search/deep',
  '/b/{x}/other',
  '/{x}/c/{y}',
  '/{x}:x/{y}:y/z',
  '/g/{x}.json',
  '/g/{x}',
  '/g/v{x}',
  '/g/v{x}.{y}.json',
  '/g/vx.json',
  '/o/xy{x}yz',
  '/o/{x}-{y}-',
  '/h/{x}...{y}',
  '/h/{x}..{y}',
  '/t/{x}/new',
  '/t/{+rest}',
  '/t/{x}/{+deep}',
];

describe.each([
  ['in this order', serve(PATHS)],
  ['in the opposite order', serve(PATHS.toReversed())],
])('paths %s', (_, send) => {
  test.each<[string, string, ...string[]]>([
    ['/v1', '/'],
    ['/v1/', '/'],
    ['/v1/b/5', '/b/{x}', '5'],
    ['/v1/b/5/', '/b/{x}', '5'],
    ['http://host/v1/b/5', '/b/{x}', '5'],
    ['/b/%31', '/b/{x}', '1'],
    ['/b/search', '/b/search'],
    ['/b/5:archive', '/b/{x}:archive', '5'],
    ['/b/5:chive', '/b/{x}', '5:chive'],
    ['/b/5:hive', '/b/{x}:hive', '5'],
    ['/b/:archive', '/b/{x}', ':archive'],
    ['/b/:archives', '/b/{x}', ':archives'],
    ['/b/search/deep', '/b/search/deep'],
    ['/b/search/other', '/b/{x}/other', 'search'],
    ['/b/a%2Fb', '/b/{x}', 'a/b'],
    ['/b/c/1', '/{x}/c/{y}', 'b', '1'],
    ['/p:x/c/q', '/{x}/c/{y}', 'p:x', 'q'],
    ['/1:x/2:y/z', '/{x}:x/{y}:y/z', '1', '2'],
    ['/g/a.b.json', '/g/{x}.json', 'a.b'],
    ['/g/v12', '/g/v{x}', '12'],
    ['/g/v1.2.3.json', '/g/v{x}.{y}.json', '1', '2.3'],
    ['/g/v1.json', '/g/{x}.json', 'v1'],
    ['/g/.json', '/g/{x}', '.json'],
    ['/g/v', '/g/{x}', 'v'],
    ['/g/vx.json', '/g/vx.json'],
    ['/g/a%2Ejson', '/g/{x}.json', 'a'],
    ['/o/xyyyz', '/o/xy{x}yz', 'y'],
    ['/o/a-b-', '/o/{x}-{y}-', 'a', 'b'],
    ['/o/--b-', '/o/{x}-{y}-', '-', 'b'],
    ['/h/a...b', '/h/{x}...{y}', 'a', 'b'],
    ['/h/a...b...c', '/h/{x}...{y}', 'a', 'b...c'],
    ['/h/...a...b', '/h/{x}...{y}', '...a', 'b'],
    ['/h/a...', '/h/{x}..{y}', 'a', '.'],
    ['/t/a', '/t/{+rest}', 'a'],
    ['/t/a/b', '/t/{x}/{+deep}', 'a', 'b'],
    ['/t/a/new', '/t/{x}/new', 'a'],
    ['/t/a/new/b%20c/d%2Fe', '/t/{x}/{+deep}', 'a', 'new/b c/d/e'],
    ['/t/.git/a..b/...', '/t/{x}/{+deep}', '.git', 'a..b/...'],
  ])('GET %s reaches %s', async (target, ...expected) => {
    expect(await send(`GET ${target}`)).toEqual(expected);
  });

  test.each(
    '/b /b/search/deep/er /c/d/e /b// /h/a.b /h/..a /t /t/a// /t/. /t/a/../b /t/a/.. /t/a/b%2F%2E%2E/c /v1//b/5 /o/xyz /o/a-- /o/zxyaayz /t/a/..%2Fb /t/a/b%2F%2Fc /t/a/%2F'.split(
      ' ',
    ),
  )('GET %s reaches nothing', async (target) => {
    expect(await send(`GET ${target}`)).toEqual([404, `${target.replace(/\/$/, '')} does not exist.`]);
  });
});

const mutation = (name: string, method: string, path: string) => ({
  [`v1/${name}.graphql`]: `mutation ${name} @endpoint(method: ${method}, path: "${path}") { echo }`,
});
const more = {
  ...mutation('add', 'POST', '/books'),
  ...mutation('put', 'PUT', '/marks'),
  ...mutation('fix', 'PATCH', '/marks'),
  'v2/list.graphql': 'query later @endpoint(method: GET, path: "/books") { echo(values: []) }',
  'v10/list.graphql': 'query last @endpoint(method: GET, path: "/books") { echo(values: []) }',
};
type Row = [line: string, basePath: string, headers: Record<string, string>, expected: unknown];
const VERSION_2 = { accept: 'application/vnd.portico.v2+json' };

test.each<Row>([
  ['GET /v2/books', '', {}, ['later']],
  ['GET /v10/books', '', {}, ['last']],
  ['GET /books', '', VERSION_2, ['later']],
  ['GET /v2/books', '', VERSION_2, ['later']],
  ['GET /api/v2/books', '/api', {}, ['later']],
  ['GET /api/books', '/api', {}, ['/books']],
  ['GET /api', '/api', {}, ['/']],
  ['OPTIONS /v1/books', '', {}, 'GET, HEAD, POST, OPTIONS'],
  ['OPTIONS /v1/marks', '', {}, 'PUT, PATCH, OPTIONS'],
  ...['PATCH', 'get'].map((method): Row => [
    `${method} /v1/books`,
    '',
    {},
    [405, `${method} is not allowed; allowed methods: GET, HEAD, POST, OPTIONS`, 'GET, HEAD, POST, OPTIONS'],
  ]),
  ['GET /v1/marks', '', {}, [405, 'GET is not allowed; allowed methods: PUT, PATCH, OPTIONS', 'PUT, PATCH, OPTIONS']],
  ['HEAD /v1/marks', '', {}, [405, 'PUT, PATCH, OPTIONS']],
  ['GET /v1/books/?x=1', '/api', {}, [404, '/v1/books does not exist.']],
  ['GET /api/v1/', '/api', {}, ['/']],
  ...['/', '/apis/v1/books', '/API/v1/books'].map((path): Row => [
    `GET ${path}`,
    '/api',
    {},
    [404, `${path} does not exist.`],
  ]),
  [`GET /${'x'.repeat(300)}`, '', {}, [404, `/${'x'.repeat(198)}… does not exist.`]],
  [
    `GET /v${'9'.repeat(30)}/books`,
    '',
    {},
    [404, `Version ${'9'.repeat(19)}… does not exist; known versions are 1, 2, 10.`],
  ],
  ['GET /v0/books', '', {}, [404, 'Version 0 does not exist; known versions are 1, 2, 10.']],
  ...['/v01/books', '/xv1/books', '/v1x/books'].map((path): Row => [
    `GET ${path}`,
    '',
    {},
    [404, `${path} does not exist.`],
  ]),
])('%s below "%s" with %j', async (line, basePath, headers, expected) => {
  expect(await serve(['/', '/books'], { basePath }, more)(line, headers)).toEqual(expected);
});

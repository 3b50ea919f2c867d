import { GraphQLScalarType } from 'graphql';
import { expect, test } from 'vitest';
import { explainRequest } from '../../../src/cli/explain.ts';
import { encodeCursor } from '../../../src/gateway/handle/read/cursors.ts';
import { createRouters, findRoute, findVersion } from '../../../src/gateway/handle/read/routing.ts';
import { compileToy } from '../../parts/support/compileThroughJson.ts';
import { toyEngine, toySchema } from '../../vocabulary/support/toy.ts';

const SETTINGS = { basePath: '', defaultVersion: 1, versioning: 'both' } as const;
const documents = {
  'v1/a.graphql': `query get($id: SafeInt!, $isbn: Isbn, $brief: Boolean! @param(in: HEADER, name: "X-Brief"))
    @endpoint(method: GET, path: "/books/{id}") {
      book(id: $id) { id title @skip(if: $brief) } echo(isbn: $isbn) { json }
    }`,
  'v1/b.graphql': `query list($shelf: String, $author: Boolean = false @expand) @endpoint(method: GET, path: "/books") {
    books(shelf: $shelf) @paginate { nodes { id author @include(if: $author) { name } } } }`,
  'v1/e.graphql': `query titles($a: String, $b: String) @endpoint(method: GET, path: "/titles") {
    titled(titles: [$a, $b]) { json } }`,
  'v1/f.graphql': `query shelved @endpoint(method: GET, path: "/shelved") { book(id: 1) @fields { id title tags { label } } }`,
  'v1/c.graphql': `mutation m($title: String!, $dry: Boolean = false @param(in: QUERY)) @endpoint(method: POST, path: "/books") {
    addBook(input: { title: $title }) { id author @include(if: $dry) { name } } }`,
};
const plan = compileToy(documents);
const [version] = plan.versions;
const routers = createRouters(plan);
const toy = toyEngine(documents);

function explain(line: string, headers: Record<string, string> = {}) {
  const [method = '', target = ''] = line.split(' ');
  const { endpoint, ...route } = findRoute(
    { method, target },
    findVersion({ target }, undefined, routers, SETTINGS),
    SETTINGS,
  );
  return explainRequest({ ...route, endpoint: endpoint! }, headers, { version: version!, schema: toySchema });
}

const bound = encodeCursor('3', JSON.stringify(['/books', ['shelf', 'low']]));
test.each<[string, Record<string, string>, object]>([
  ['GET /v1/books/5', { 'x-brief': 'true' }, { runs: 'UNPAGED', variables: { id: 5, brief: true }, page: null }],
  [
    'GET /v1/books?expand=author',
    {},
    { runs: 'DEFAULT', variables: { author: true, pageFirst: 20 }, page: { style: 'DEFAULT', limit: 20 } },
  ],
  [
    `GET /v1/books?shelf=low&cursor=${bound}`,
    {},
    {
      runs: 'CURSOR',
      variables: { shelf: 'low', pageAfter: '3' },
      page: { style: 'CURSOR', limit: 20, cursor: bound },
    },
  ],
  ['POST /v1/books?dry=true', {}, { runs: 'UNPAGED', variables: { dry: true } }],
])('%s with %j runs its operation', (line, headers, expected) => {
  expect(explain(line, headers)).toMatchObject({ ...expected, problems: [] });
});

test.each<[string, object]>([
  ['GET /v1/titles?a=x&b=y', {}],
  ['GET /v1/titles?b=y', { UNPAGED: 'query titles($b: String) {\n  titled(titles: [$b]) {\n    json\n  }\n}' }],
  ['GET /v1/titles', { UNPAGED: 'query titles {\n  titled {\n    json\n  }\n}' }],
  ['GET /v1/shelved', {}],
  [
    'GET /v1/shelved?fields=tags',
    { UNPAGED: 'query shelved {\n  book(id: 1) {\n    tags {\n      label\n    }\n  }\n}' },
  ],
])('%s executes a part of its operation', (line, expected) => {
  expect(explain(line).executes).toEqual(expected);
});

test.each<[string, Record<string, string>]>([
  ['GET /v1/books/5', {}],
  ['GET /v1/books/x', { 'x-brief': 'maybe' }],
  ['GET /v1/books/5?isbn=12', { 'x-brief': 'true' }],
  ['GET /v1/books?cursor=x', {}],
  [`GET /v1/books?shelf=high&cursor=${bound}`, {}],
  ['GET /v1/books?expand=autor&limit=0&page=1&offset=2&shelf=a&shelf=b', {}],
])('%s with %j has the problems for which the engine refuses it', async (line, headers) => {
  const { problems } = explain(line, headers);
  const reply = await toy.send(line, { headers: { ...headers, accept: 'application/problem+json' } });
  expect(reply.status).toBe(400);
  expect((JSON.parse(reply.body!) as { errors: unknown }).errors).toEqual(problems);
});

test('only scalars of the schema check a value', () => {
  expect(toySchema.getType('Isbn')).toBeInstanceOf(GraphQLScalarType);
  const { problems } = explain('GET /v1/books/5?isbn=12', { 'x-brief': 'true' });
  expect(problems).toEqual([{ field: 'isbn', message: 'must be a valid Isbn (ten digits)' }]);
});

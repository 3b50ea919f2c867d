// The media type and the version of a response, by Accept: RFC 9110, section 12.5.1. `test/cases/acceptHeaders.ts` has more of them.
import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const JSON_TYPE = 'application/json';
const PROBLEM = 'application/problem+json';
const API = 'application/vnd.api+json';
const HAL = 'application/hal+json; profile=x';
const V = (version: number | string) => `application/vnd.toy.v${version}+json`;
const get = (path: string, field: string, more = '') =>
  `query get @endpoint(method: GET, path: "${path}"${more}) { book(id: 1) { ${field} } }`;
const write = (method: string, field: string) =>
  `mutation m @endpoint(method: ${method}, path: "/w") { addBook(input: { title: "x" }) { ${field} } }`;
const documents = {
  'v1/patch.graphql': write('PATCH', 'id'),
  'v1/post.graphql': write('POST', 'id'),
  'v2/patch.graphql': write('PATCH', 'title'),
  'v2/post.graphql': write('POST', 'title'),
  'v1/b.graphql': get('/b', 'id'),
  'v1/both.graphql': get('/both', 'id', `, produces: ["${API}", "${HAL}"]`),
  'v1/one.graphql': get('/one', 'id', `, produces: ["${API}"]`),
  'v1/plain.graphql': get('/plain', 'id', `, produces: ["${API}", "${JSON_TYPE}"]`),
  'v2/b.graphql': get('/b', 'title'),
};
const toy = toyEngine(documents);

/** The media type of a response and the version in it, or the error. */
async function typeFor(target: string, accept: string | undefined, api = toy) {
  const reply = await api.send(`GET ${target}`, { headers: accept === undefined ? {} : { accept } });
  const [status, body] = seen(reply);
  if (status !== 200) return body;
  expect(body).toEqual(
    target.startsWith('/v2') || reply.headers['content-type'] === V(2) ? { title: 'Book 1' } : { id: 1 },
  );
  return reply.headers['content-type'];
}

const refused = (types: string, reason = 'Not acceptable') => ({ error: `${reason}; available media types: ${types}` });
const ALL = `${JSON_TYPE}, ${V(1)}, ${V(2)}`;

describe('an unversioned path has', () => {
  test.each<[string | undefined, string]>([
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    [PROBLEM, JSON_TYPE],
    [`${PROBLEM};q=0.1`, JSON_TYPE],
    [`${JSON_TYPE};q=0, ${PROBLEM}`, JSON_TYPE],
    [`${V(2)}; charset=utf-8`, V(2)],
    // By quality, then a full type before a wildcard, then by position.
    [`${JSON_TYPE}, ${V(2)}`, JSON_TYPE],
    [`${V(2)}, ${JSON_TYPE}`, V(2)],
    [`${V(2)};q=0.5, ${JSON_TYPE}`, JSON_TYPE],
    [`${V(2)};q=0.5, ${V(1)};q=0.5`, V(2)],
    [`*/*, ${V(2)}`, V(2)],
    [`${V(2)};q=0, */*`, JSON_TYPE],
    [`${V(2)} ; q = 0.5 , ${JSON_TYPE};Q=0.4`, V(2)],
    // A quality that is not valid is 1, and the first of two counts.
    ...['', 'x', '1.1', '-0.1'].map((quality): [string, string] => [`${JSON_TYPE};q=0.9, ${V(2)};q=${quality}`, V(2)]),
    [`${JSON_TYPE}, ${V(2)};q=1.1`, JSON_TYPE],
    [`${JSON_TYPE};q=0.5, ${V(2)};q=0.3;q=0.9`, JSON_TYPE],
    [`${JSON_TYPE};q=0.5, ${V(2)};x="q=0.1;q=0.2";q=0.9`, V(2)],
    // What is quoted separates nothing, and what is no range counts for nothing.
    [`text/html;a="${V(2)}, x", ${V(1)}`, V(1)],
    [`text/html;a="\\", ${V(2)}", ${V(1)}`, V(1)],
    [`nonsense, , ${V(2)}`, V(2)],
    // Instead of a version that does not exist, a type that is named.
    [`${V(9)}, ${JSON_TYPE};q=0.1`, JSON_TYPE],
    [`${JSON_TYPE}, ${V(9)}`, JSON_TYPE],
    [`${V(9)}, ${V(2)};q=0.5, ${JSON_TYPE};q=0.1`, V(2)],
    [`${JSON_TYPE};q=0.5, ${V(9)};q=0.4, ${V(2)};q=0.3`, JSON_TYPE],
    // In one pass, however long they are.
    [`${V(2)}, text/html;a="${'\\"'.repeat(5_000)}`, V(2)],
    [`a/b;q=${' '.repeat(10_000)}x y, ${V(2)}`, V(2)],
    [`${' '.repeat(10_000)}a b, ${V(2)}`, V(2)],
  ])('for Accept: %s the type %s', async (accept, type) => expect(await typeFor('/b', accept)).toBe(type));

  test.each<[string, string?]>([
    [V(9), 'Version 9 does not exist'],
    [V('02'), 'Version 02 does not exist'],
    [V('x'), 'Version x does not exist'],
    [V('9'.repeat(21)), `Version ${'9'.repeat(19)}… does not exist`],
    [`${V(9)}, */*;q=0.5`, 'Version 9 does not exist'],
    [`${V(9)}, application/*`, 'Version 9 does not exist'],
    ['*/*;q=0'],
    [`${PROBLEM};q=0`],
    [`${JSON_TYPE};q=0, application/*+json`],
    [`${JSON_TYPE};q=0, ${V(1)};q=0, */*`],
    ['/json, application/'],
    ['text/html, nonsense'],
    ['*/json'],
    ['application/vnd.toys.v1+json'],
    ['application/x.vnd.toy.v1+json'],
  ])('none for Accept: %s', async (accept, reason) => {
    expect(await typeFor('/b', accept)).toEqual(refused(ALL, reason));
  });
});

test.each<[string, string | object]>([
  ['*/*', JSON_TYPE],
  [PROBLEM, JSON_TYPE],
  [V(2), V(2)],
  [`${JSON_TYPE};q=0, */*`, V(2)],
  [`${JSON_TYPE};q=0, ${V(2)};q=0, */*`, refused(ALL)],
])('the path of a version has for Accept: %s %j', async (accept, type) => {
  expect(await typeFor('/v2/b', accept)).toEqual(type);
});

test.each<[string, string | object]>([
  [V(2), refused(JSON_TYPE)],
  [V(9), refused(JSON_TYPE)],
  [`${V(2)}, ${JSON_TYPE};q=0.1`, JSON_TYPE],
  [`${JSON_TYPE};q=0, */*`, refused(JSON_TYPE)],
  ['application/*', JSON_TYPE],
  [PROBLEM, JSON_TYPE],
])('where only paths choose the version, Accept: %s has %j', async (accept, type) => {
  const byPath = toyEngine({ ...documents, 'api.json': '{ "name": "toy", "versioning": "path" }' });
  expect(await typeFor('/v2/b', accept, byPath)).toEqual(type);
});

describe('an endpoint with media types of its own has', () => {
  test.each<[string | undefined, string]>([
    [undefined, API],
    ['*/*', API],
    ['application/*', API],
    [API, API],
    [JSON_TYPE, API],
    [PROBLEM, API],
    ['Application/HAL+json', HAL],
    [`${API};q=0.1, application/hal+json`, HAL],
    [`${API};q=0.1, ${API};q=0.9, application/hal+json;q=0.5`, HAL],
    ['application/*;q=0.9, application/hal+json;q=0.3', API],
    ['application/hal+json, */*', HAL],
    ['application/hal+json;q=0.1, */*', API],
    [`${API};q=0, ${JSON_TYPE}`, HAL],
    [`${JSON_TYPE};q=0, */*`, API],
    [V(1), V(1)],
    [`${V(1)}, ${API};q=0.5`, V(1)],
    [`${V(1)};q=0.5, ${API}`, API],
    [`${V(9)}, ${API};q=0.5`, API],
  ])('for Accept: %s the type %s', async (accept, type) => expect(await typeFor('/v1/both', accept)).toBe(type));

  test.each([
    ['text/html', 'Not acceptable'],
    [`${API};q=0, ${JSON_TYPE}`, 'Not acceptable'],
    [V(9), 'Version 9 does not exist'],
  ])('none for Accept: %s', async (accept, reason) => {
    expect(await typeFor('/v1/one', accept)).toEqual(refused(`${API}, ${V(1)}, ${V(2)}`, reason));
  });

  test('plain JSON where it has that too, and no other endpoint its types', async () => {
    expect(await typeFor('/v1/plain', JSON_TYPE)).toBe(JSON_TYPE);
    expect(await typeFor('/v1/b', API)).toEqual(refused(ALL));
  });
});

describe('an error is a problem document', () => {
  const problems = toyEngine({ ...documents, 'conventions.json': `{ "errors": { "mediaType": "${API}" } }` });
  test.each<[string, boolean, string?]>([
    ['application/*;q=0.1, application/problem+json;q=0.2', true],
    ['application/problem+json, */*;q=0.9', true],
    ['application/problem+json, */*', false],
    ['application/problem+json;q=0', false],
    ['application/problem+xml', false],
    [`${API}, application/problem+json;q=0.5`, false, API],
    [`${API};q=0.1, application/problem+json;q=0.5`, true, API],
  ])('for Accept: %s: %s', async (accept, isProblem, other = JSON_TYPE) => {
    const { headers } = await (other === API ? problems : toy).send('GET /v1/none', { headers: { accept } });
    expect(headers['content-type']).toBe(isProblem ? PROBLEM : other);
  });
});

test.each<[string, Record<string, string>, string]>([
  ['PATCH', { 'content-type': V(2) }, V(2)],
  ['POST', { 'content-type': V(1) }, JSON_TYPE],
  ['POST', { 'content-type': V(2), accept: `${V(2)};q=0, */*` }, JSON_TYPE],
])(
  'the version of a body is that of the response, unless Accept excludes it: %s with %j',
  async (method, headers, type) => {
    const reply = await toy.send(`${method} /w`, { body: {}, headers });
    expect([...seen(reply), reply.headers['content-type']]).toEqual([
      200,
      headers['content-type'] === V(1) ? { id: 99 } : { title: 'x' },
      type,
    ]);
  },
);

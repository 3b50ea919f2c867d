// What texts in the path, the query and the headers, and what bodies set the variables of an operation to.
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const ARGUMENTS =
  'int: Int, text: String, flag: Boolean, genre: Genre, id: ID, ids: [ID!], ints: [Int!], genres: [Genre!], book: Book, books: [Book!], choice: Choice';
const schema = buildSchema(/* GraphQL */ `
  type Query {
    echo(${ARGUMENTS}): Echo
  }
  type Mutation {
    echo(${ARGUMENTS}): Echo
  }
  type Echo {
    json: String
    more: String
  }
  enum Genre {
    FICTION
    FACT
  }
  input Choice @oneOf {
    one: Int
    text: String
  }
  input Book {
    title: String!
    note: String
  }
`);
for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
  type.getFields()['echo']!.resolve = (_, values) => ({ json: JSON.stringify(values) });
}
const echo = (type: 'query' | 'mutation', name: string, at: string, parameters: string, names: string) =>
  `${type} ${name}(${parameters}) @endpoint(${at}) { echo(${names
    .split(' ')
    .map((each) => `${each}: $${each}`)
    .join()}) { json } }`;
const get = (path: string, parameters: string, names: string) =>
  echo('query', path.slice(1).replaceAll(/\W/g, '_'), `method: GET, path: "${path}"`, parameters, names);
const post = (path: string, parameters: string, names: string, more = '') =>
  echo('mutation', `post${path.slice(1)}`, `method: POST, path: "${path}"${more}`, parameters, names);
const header = (name: string) => `@param(in: HEADER, name: "${name}")`;
const DOCUMENTS = {
  query: get(
    '/query',
    '$int: Int, $text: String, $flag: Boolean, $genre: Genre, $ids: [ID!], $ints: [Int!], $genres: [Genre!]',
    'int text flag genre ids ints genres',
  ),
  bounded: get(
    '/bounded',
    '$ids: [ID!] @param(minItems: 1, maxItems: 2, maxLength: 1), $int: Int @param(max: 4)',
    'ids int',
  ),
  nulls: get(
    '/nulls',
    '$flag: Boolean @param(nullAs: "any"), $ids: [ID!] @param(nullAs: "all"), $text: String @param(nullAs: "")',
    'flag ids text',
  ),
  needed: get('/needed', '$genre: Genre!, $id: ID', 'genre id'),
  headers: get(
    '/headers',
    `$text: String ${header('X-Text')}, $int: Int ${header('X-Int')}, $ids: [ID!]! ${header('x-ids')}, $genre: Genre ${header('X-Genre')}, $flag: Boolean @param(in: HEADER, name: "X-Flag", nullAs: "any")`,
    'text int ids genre flag',
  ),
  path: get('/shelves/{text}/{int}:archive', '$int: Int! @param(max: 9), $text: String!', 'int text'),
  kind: get('/kinds/{genre}', '$genre: Genre!', 'genre'),
  properties: post(
    '/properties',
    '$text: String! @param(name: "book.title"), $int: Int @param(name: "book.size.pages", min: 1), $id: ID @param(name: "constructor"), $genre: Genre, $flag: Boolean @param(in: QUERY)',
    'text int id genre flag',
  ),
  optional: post('/optional', '$int: Int @param(name: "a.b.c")', 'int'),
  proto: post(
    '/proto',
    '$text: String! @param(name: "__proto__"), $id: ID @param(name: "a.__proto__.b"), $int: Int @param(name: "a.c")',
    'text id int',
  ),
  book: post('/book', '$book: Book!, $flag: Boolean @param(in: QUERY)', 'book flag', ', body: "book"'),
  books: post('/books', '$books: [Book!]! @param(minItems: 1)', 'books', ', body: "books"'),
  choice: post('/choice', '$choice: Choice!', 'choice', ', body: "choice"'),
  maybe: post('/maybe', '$books: [Book!]', 'books', ', body: "books"'),
};
const ready = serveSchema(schema, {
  'conventions.json': JSON.stringify({ enums: { '*': 'lowercase' } }),
  ...Object.fromEntries(Object.entries(DOCUMENTS).map(([name, text]) => [`v1/${name}.graphql`, text])),
});
afterAll(async () => (await ready).close());

/** The arguments of the operation, or the messages of the refusal. */
async function read(line: string, options: { headers?: Record<string, string>; body?: unknown } = {}) {
  const { status, json } = await (await ready).send(line.replace(' ', ' /v1'), options);
  if (status !== 200) return [status, ...(json as { error: string }).error.split('; ')];
  return JSON.parse((json as { json: string }).json) as unknown;
}
const ANY_INT = 'must be an integer between -2147483648 and 2147483647';

describe('the query', () => {
  test.each<[string, unknown]>([
    ['query?text=a%20b+c%2B', { text: 'a b c+' }],
    ['query?text=a,b', { text: 'a,b' }],
    ['query?text=%ff', [400, 'text must be valid percent-encoded UTF-8']],
    ['query?text=a&text=b', [400, 'text must be given only once']],
    ['query?int=a&int=b', [400, 'int must be given only once', `int ${ANY_INT}`]],
    ['query?ids=a,b%2Cc&ids=d', { ids: ['a', 'b,c', 'd'] }],
    ['query?ids=', { ids: [] }],
    ['query?ids=&ids=a&ids=', { ids: ['a'] }],
    ['query?genres=fact,fiction', { genres: ['FACT', 'FICTION'] }],
    ['query?ids=a,,b', [400, 'ids.1 must not be empty']],
    ['query?ids=%ff,b', [400, 'ids.0 must be valid percent-encoded UTF-8']],
    ['query?ints=1,x', [400, `ints.1 ${ANY_INT}`]],
    ['bounded?ids=ab', [400, 'ids.0 must have at most 1 characters']],
    ['nulls?flag=any', { flag: null }],
    ['nulls?flag=%61n%79', { flag: null }],
    ['nulls?flag=any&flag=any', [400, 'flag must be given only once', 'flag must be true or false']],
    ['nulls?ids=all', { ids: null }],
    ['nulls?ids=all,b', { ids: ['all', 'b'] }],
    ['nulls?text=', { text: null }],
    ['needed?genre=fact&id=3', { genre: 'FACT', id: '3' }],
    ['needed', [400, 'genre is required']],
    ['needed?genre=fact&limit=1', [400, 'limit is not a known parameter', 'known parameters are "genre", "id"']],
    ['needed?genre=fact&gnre=b', [400, 'gnre is not a known parameter', 'did you mean "genre"?']],
    ['needed?genre=fact&=b', [400, ' is not a known parameter', 'known parameters are "genre", "id"']],
    ['needed?genre=fact&%zz=b', [400, '%zz is not a known parameter', 'known parameters are "genre", "id"']],
    ['needed?x=1', [400, 'genre is required', 'x is not a known parameter', 'known parameters are "genre", "id"']],
    ['shelves/a+b%2520/7:archive', { int: 7, text: 'a+b%20' }],
    ['shelves/a/10:archive', [400, 'int must be an integer between -2147483648 and 9']],
    ['kinds/poem', [400, 'genre must be one of "fiction", "fact"']],
  ])('and the path of %s', async (target, expected) => {
    expect(await read(`GET /${target}`)).toEqual(expected);
  });
});

test.each<[Record<string, string>, unknown]>([
  [
    { 'x-text': 'a%20b', 'x-ids': 'a, b' },
    { text: 'a%20b', ids: ['a', 'b'] },
  ],
  [
    { 'x-text': 'a b', 'x-ids': 'c', genre: 'x' },
    { text: 'a b', ids: ['c'] },
  ],
  [
    { 'x-int': '5', 'x-ids': '' },
    { int: 5, ids: [] },
  ],
  [
    { 'x-flag': 'any', 'x-ids': 'a' },
    { flag: null, ids: ['a'] },
  ],
  [{ 'x-ids': 'a,,' }, [400, 'x-ids.1 must not be empty', 'x-ids.2 must not be empty']],
  [{ 'x-ids': 'a', 'x-genre': 'poem' }, [400, 'X-Genre must be one of "fiction", "fact"']],
  [{ 'x-int': 'b' }, [400, `X-Int ${ANY_INT}`, 'x-ids is required']],
])('the headers %j', async (headers, expected) => {
  expect(await read('GET /headers', { headers })).toEqual(expected);
});

describe('a body', () => {
  const KNOWN = 'known properties are "book", "constructor", "genre"';
  test.each<[string, unknown, unknown]>([
    ['properties', { book: { title: 'x', size: { pages: 1 } } }, { text: 'x', int: 1 }],
    ['properties', { book: { title: 'x', size: {} }, genre: null }, { text: 'x', genre: null }],
    ['properties', { book: { title: 'x' }, constructor: 'y' }, { text: 'x', id: 'y' }],
    ['properties', undefined, [400, 'book is required']],
    ['properties', {}, [400, 'book is required']],
    ['properties', '"{}"', [400, 'body must be a JSON object']],
    ['properties', { book: {} }, [400, 'book.title is required']],
    ['properties', { book: { title: null } }, [400, 'book.title must not be null']],
    ['properties', { book: { title: 'x', size: 1 } }, [400, 'book.size must be a JSON object']],
    [
      'properties',
      { book: { title: 'x', size: { page: 1 } } },
      [400, 'book.size.page is not a known property', 'did you mean "pages"?'],
    ],
    [
      'properties',
      { book: { title: 'x', size: { pages: 0 } } },
      [400, 'book.size.pages must be an integer between 1 and 2147483647'],
    ],
    ['properties', { book: { title: 'x' }, flag: true }, [400, 'flag is not a known property', KNOWN]],
    ['proto', '{"__proto__":"v","a":{"__proto__":{"b":"w"},"c":1}}', { text: 'v', id: 'w', int: 1 }],
    ['optional', undefined, {}],
    ['optional', { a: {} }, {}],
    ['optional', { a: { b: {} } }, {}],
    ['optional', { a: { b: { c: 1 } } }, { int: 1 }],
    ['optional', { a: null }, [400, 'a must be a JSON object']],
    ['book?flag=true', { title: 'x' }, { book: { title: 'x' }, flag: true }],
    ['book', { title: 'x', note: null }, { book: { title: 'x', note: null } }],
    ['books', [{ title: 'x' }], { books: [{ title: 'x' }] }],
    ['maybe', undefined, {}],
    ['maybe', 'null', { books: null }],
    ['book', '{"title": ', [400, expect.stringContaining('The body is not valid JSON')]],
    ['book', undefined, [400, 'body is required']],
    ['book', 'null', [400, 'body must not be null']],
    ['book', [], [400, 'body must be a JSON object']],
    ['books', [null], [400, '0 must not be null']],
    [
      'books',
      [{ title: 1, no: 1 }],
      [400, '0.title must be a string', '0.no is not a known property', 'did you mean "note"?'],
    ],
  ])('of %s: %j', async (path, body, expected) => {
    expect(await read(`POST /${path}`, { body })).toEqual(expected);
  });
  test('and the query have their problems in one error', async () => {
    expect(await read('POST /properties?x=1&flag=no', { body: {} })).toEqual([
      400,
      'flag must be true or false',
      'x is not a known parameter',
      'known parameters are "flag"',
      'book is required',
    ]);
  });
});

test.each<[object, unknown]>([
  [{ one: 1, three: 3 }, { choice: { one: 1 } }],
  [{ one: 2, three: null }, { choice: { one: 2 } }],
  [{ three: 3 }, [400, 'body must have exactly one property']],
])(
  'an input of which exactly one property is given does not count unknown ones where they are ignored: %j',
  async (body, expected) => {
    const ignoring = await serveSchema(schema, {
      'conventions.json': '{"unknown": {"body": "ignore"}}',
      'v1/choice.graphql': DOCUMENTS.choice,
    });
    const { status, json } = await ignoring.send('POST /v1/choice', { body });
    ignoring.close();
    const { error, json: echoed } = json as { error: string; json: string };
    expect(status === 200 ? JSON.parse(echoed) : [status, error]).toEqual(expected);
  },
);

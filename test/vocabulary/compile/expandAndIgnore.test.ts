import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { describedOperation } from '../support/described.ts';
import { type Documents, faultsOf, testFaults } from '../support/faults.ts';

describe('declareExpands', () => {
  const schema = `
  type Query { book(flag: Boolean, text: String): Book }
  type Book { id: ID! title: String author: Author }
  type Author { name: String books: [Book!] }
`;
  const get = (variables: string, selection: string, given = '') =>
    `query get(${variables}) @endpoint(method: GET, path: "/b") { book${given} { id ${selection} } }`;
  const notBoolean = (name: string) =>
    `$${name} with @expand is not a Boolean with the default false. Write "$${name}: Boolean = false @expand".`;
  const twice = (name: string) => `Two variables have the expand value "${name}". Rename one.`;
  const notCondition = (name: string) =>
    `$${name} with @expand is used outside of @include(if:) and @skip(if:). Use another variable here.`;

  describe('an expand is refused', () => {
    testFaults(schema, [
      ['that is on by default', get('▶$e: Boolean = true @expand', 'title @include(if: $e)'), notBoolean('e')],
      ['without a default', get('▶$e: Boolean! @expand', 'title @include(if: $e)'), notBoolean('e')],
      ['of another type', get('▶$e: String @expand', '', '(text: ▶$e)'), notBoolean('e'), notCondition('e')],
      ['that is an argument', get('$e: Boolean = false @expand', '', '(flag: ▶$e)'), notCondition('e')],
      [
        'with a @param',
        get('$e: Boolean = false @expand ▶@param(name: "y")', 'title @include(if: $e)'),
        '$e is a value of the parameter "expand", which @param cannot describe. Use @expand(name: …), or remove one of them.',
      ],
      [
        'with the name of another',
        get(
          '$a: Boolean = false @expand(name: "x"), $b: Boolean = false @expand(name: ▶"x")',
          'title @skip(if: $a) author @include(if: $b) { name }',
        ),
        twice('x'),
      ],
      [
        'with the variable of another as its name',
        get(
          '$a: Boolean = false @expand(name: "b"), $b: Boolean = false ▶@expand',
          'title @skip(if: $a) author @include(if: $b) { name }',
        ),
        twice('b'),
      ],
      ...['a,b', '', 'a.', '.a', 'a..b', 'a b'].map((name): [string, string, string] => [
        `with the name "${name}"`,
        get(`$e: Boolean = false @expand(name: ▶"${name}")`, 'title @include(if: $e)'),
        `"${name}" is not a valid expand value. Use letters, digits, _ and dots.`,
      ]),
    ]);
  });

  describe('the values of expand', () => {
    const root = { book: { id: '1', title: 'Emma', author: { name: 'Ann', books: [{ id: '1', title: 'Emma' }] } } };
    const nested = get(
      `$all: Boolean = false @expand(name: "author.books.all"), $author: Boolean = false @expand,
      $books: Boolean! = false @expand(name: "author.books"), $authors: Boolean = false @expand`,
      `author @include(if: $author) { name books @include(if: $books) { id title @include(if: $all) } }
      title @skip(if: $authors)`,
    );
    const snake = {
      'conventions.json': '{"case": "snake_case"}',
      'v1/a.graphql': get('$withTitle: Boolean = false @expand', 'title @include(if: $withTitle)'),
    };
    test.each<[query: string, documents: Documents, body: unknown]>([
      ['', nested, { id: '1', title: 'Emma' }],
      ['author', nested, { id: '1', author: { name: 'Ann' }, title: 'Emma' }],
      ['author.books', nested, { id: '1', author: { name: 'Ann', books: [{ id: '1' }] }, title: 'Emma' }],
      [
        'author.books.all',
        nested,
        { id: '1', author: { name: 'Ann', books: [{ id: '1', title: 'Emma' }] }, title: 'Emma' },
      ],
      ['authors', nested, { id: '1' }],
      ['with_title', snake, { id: '1', title: 'Emma' }],
    ])('turn on their variables and those of their prefixes: "%s"', async (query, documents, body) => {
      expect((await ask(schema, documents, `GET /v1/b${query && `?expand=${query}`}`, { root })).body).toEqual(body);
    });
    test('are not those of a condition without @expand', () => {
      const { parameters } = describedOperation(schema, get('$t: Boolean = false', 'title @include(if: $t)'));
      expect(parameters!.map(({ name }) => name)).toEqual(['t']);
    });
    test('may be named like anything that has no comma', () => {
      const document = get('$e: Boolean = false @expand(name: "a_1.b")', 'title @include(if: $e)');
      expect(faultsOf(schema, document)).toEqual([]);
    });
  });
});

describe('compileIgnored', () => {
  const schema = `
  input Filter { genre: String, or: Filter }
  type Query { echo(a: String, f: Filter): String books(first: Int, after: String): Books! }
  type Books { nodes: [Book!]! pageInfo: PageInfo! }
  type Book { id: ID! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Mutation { echo(a: String, f: Filter): String }
`;
  const get = (ignore: string, path = '/e') =>
    `query get($a: String) @endpoint(method: GET, path: "${path}", ignore: ${ignore}) { echo(a: $a) }`;
  const post = (ignore: string) =>
    `mutation m($a: String, $f: Filter @param(name: "data.f")) @endpoint(method: POST, path: "/e", ignore: ${ignore}) { echo(a: $a, f: $f) }`;
  const taken = (name: string) =>
    `ignore "${name}" is a parameter already. Remove it from ignore, or remove the parameter.`;

  describe('ignore is refused', () => {
    testFaults(schema, [
      ['for a query parameter', get('["x", ▶"a"]'), taken('a')],
      [
        'for a parameter of the page, or expand',
        `query list($e: Boolean = false @expand) @endpoint(method: GET, path: "/b", ignore: [▶"limit", ▶"expand"]) {
        books @paginate(styles: [CURSOR]) { nodes { id @include(if: $e) } } }`,
        taken('limit'),
        taken('expand'),
      ],
      [
        'for properties, objects around them and properties of input objects',
        post('[▶"a", ▶"data", ▶"data.f.or.genre", "data.f.or.x", "b"]'),
        taken('a'),
        taken('data'),
        taken('data.f.or.genre'),
      ],
      [
        'for a placeholder with a variable',
        `query get($a: String!) @endpoint(method: GET, path: "/e/{a}", ignore: ▶"a") { echo(a: $a) }`,
        taken('a'),
      ],
      [
        'for an empty step',
        get('[▶"x..y"]'),
        'ignore "x..y" is not a valid name. Write a name, with dots between its steps.',
      ],
    ]);
  });

  describe('a placeholder is a parameter or ignored', () => {
    testFaults(schema, [
      ['by the document', get('["x"]', '/{x}/e')],
      ['by the conventions', { 'v1/a.graphql': get('[]', '/{x}/e'), 'v1/conventions.json': '{"ignore": ["x"]}' }],
    ]);
  });

  describe('names of the conventions give way to parameters:', () => {
    const documents = {
      'v1/a.graphql': get('[]'),
      'v1/b.graphql': post('["c"]'),
      'v1/c.graphql': post('[]').replace('path: "/e"', 'path: "/w", body: "f"').replace('mutation m', 'mutation w'),
      'v1/conventions.json': JSON.stringify({ ignore: ['a', 'data.f.genre', 'data.type', 'genre', 'c'] }),
    };
    test.each<[line: string, status: number, body?: object]>([
      ['GET /v1/e?a=x&genre=x&c=x', 200],
      ['GET /v1/e?type=x', 400],
      ['POST /v1/e?c=x&a=x&genre=x', 200, { a: 'x', c: 1, genre: 1, data: { type: 1, f: { genre: 'x' } } }],
      ['POST /v1/e', 400, { a: 'x', type: 1 }],
      ['POST /v1/e', 400, { data: { other: 1 } }],
      ['POST /v1/w?genre=x&c=x', 200, { genre: 'x', data: { f: { genre: 1 }, type: 1 } }],
      ['POST /v1/w', 400, { data: { other: 1 } }],
    ])('%s is %i with %j', async (line, status, body) => {
      const reply = await ask(schema, documents, line, { root: { echo: 'x' }, ...(body && { body }) });
      expect(reply.status).toBe(status);
    });
  });
});

describe('checkReservedNames', () => {
  const reservedNamesSchema = `
  type Query { books(first: Int, after: String, offset: Int, shelf: String): Books! book(id: ID, text: String): Book }
  type Books { nodes: [Book!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Book { id: ID! title: String }
`;
  const reserved = (name: string) =>
    `The query parameter "${name}" is reserved for pagination and expansion. Rename the variable, or use @param(name: …).`;
  const list = (variable: string, styles = '', name = 's') =>
    `query list(${variable}) @endpoint(method: GET, path: "/b") { books(shelf: $${name}) @paginate${styles} { nodes { id } } }`;
  const reservedNamesGet = (variable: string, more = '') =>
    `query get(${variable}) @endpoint(method: GET, path: "/b") { book(text: $expand) { id ${more} } }`;

  describe('a query parameter is refused', () => {
    testFaults(reservedNamesSchema, [
      ['with the name of a limit', list('$s: String @param(name: ▶"limit")'), reserved('limit')],
      ['with the name of an offered style', list('▶$page: String', '', 'page'), reserved('page')],
      [
        'with the name of the expand parameter',
        reservedNamesGet('▶$expand: String, $e: Boolean = false @expand', 'title @include(if: $e)'),
        reserved('expand'),
      ],
      [
        'of a lookup',
        `query look(▶$expand: ID) { book(id: $expand) { id @export(as: "id") } }
query get($id: ID!, $e: Boolean = false @expand) @endpoint(method: GET, path: "/b") {
  book(id: $id) { id title @include(if: $e) }
}`,
        reserved('expand'),
      ],
    ]);
  });

  test.each([
    ['of a style that is not offered', list('$page: String', '(styles: [CURSOR])', 'page')],
    ['of expand where nothing expands', reservedNamesGet('$expand: String')],
    ['of a limit in a header', list('$s: String @param(in: HEADER, name: "limit")')],
  ])('a parameter has the name %s', (_, document) => {
    expect(faultsOf(reservedNamesSchema, document)).toEqual([]);
  });
});

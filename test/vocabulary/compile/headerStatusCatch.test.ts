import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { describedOperation } from '../support/described.ts';
import { faultsOf, testFaults } from '../support/faults.ts';

describe('@header', () => {
  const schema = `
  type Query { book(id: ID): Book items: [Book!]! text: String! books(first: Int, after: String, offset: Int): Books! meta: Meta! }
  type Mutation { save: Payload }
  type Payload { version: String! book: Book }
  type Book { id: ID! "Counts changes." version: Int! note: String shelf: Book tags: [String!]! }
  type Books { nodes: [Book!]! totalCount: Int! pageInfo: PageInfo! stamp: String }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Meta { build: String! parts: [Meta!]! }
`;
  const get = (selection: string, more = '', variables = '') =>
    `query get${variables} @endpoint(method: GET, path: "/b"${more}) { ${selection} }`;
  const header = (name: string) => `@header(name: "${name}")`;
  const OF_HTTP =
    'Content-Type content-length Location Link Cache-Control VARY Set-Cookie X-Request-Id Host If-None-Match Age Connection Accept Accept-Language Trailer Upgrade Via';

  describe('a header', () => {
    const book = { id: '1', version: 7, note: 'new' };
    const page = { nodes: [book], totalCount: 1, pageInfo: { hasNextPage: false }, stamp: 's' };
    const root = { book, items: [book], text: 't', books: page, meta: { build: 'b' }, save: { version: '8', book } };
    test.each<
      [what: string, document: string, headers: Record<string, string | null>, required: string[], body: unknown]
    >([
      [
        'is a scalar of the response',
        get(`book { id version ${header('ETag')} note ${header('X-Note')} }`),
        { etag: expect.stringMatching(/^"7\./) as string, 'x-note': 'new' },
        ['ETag'],
        { id: '1' },
      ],
      [
        'is optional under a condition',
        get(`book { id version ${header('X-A')} @include(if: $all) }`, '', '($all: Boolean! @param(in: QUERY))'),
        { 'x-a': null },
        [],
        { id: '1' },
      ],
      [
        'is a scalar of an object before the response',
        `mutation save @endpoint(method: POST, path: "/b") { save @unwrap { version ${header('X-A')} book { id } } }`,
        { 'x-a': '8' },
        [],
        { id: '1' },
      ],
      [
        'is a scalar of a connection',
        get(`books @paginate(styles: [CURSOR]) { stamp ${header('X-A')} totalCount ${header('X-B')} nodes { id } }`),
        { 'x-a': 's', 'x-b': '1' },
        ['X-B'],
        { data: [{ id: '1' }], pagination: { hasMore: false, nextCursor: null } },
      ],
      [
        'is a root field where several are the body',
        get(`text ${header('X-A')} book { id } meta { build }`),
        { 'x-a': 't' },
        ['X-A'],
        { book: { id: '1' }, meta: { build: 'b' } },
      ],
    ])('%s', async (_, document, headers, required, body) => {
      const line = document.startsWith('mutation') ? 'POST /v1/b' : 'GET /v1/b';
      const reply = await ask(schema, document, document.includes('$all') ? `${line}?all=false` : line, { root });
      expect([reply.status, reply.body]).toEqual([200, body]);
      expect(Object.fromEntries(Object.keys(headers).map((name) => [name, reply.headers.get(name)]))).toEqual(headers);
      const [success] = Object.values(describedOperation(schema, document).responses);
      const own = Object.entries(success!.headers!) as [string, { required?: boolean }][];
      expect(
        own.filter(([name, { required: is }]) => is && /^X-[A-Z]\b|^X-N|^ETag$/.test(name)).map(([name]) => name),
      ).toEqual(required);
    });
  });

  describe('@header is refused', () => {
    const elsewhere = (name: string) =>
      `@header is on "${name}", which is not a scalar of the object that is the response. Move it there, outside of lists, or remove it.`;
    testFaults(schema, [
      ['below a list', get(`items { id version ▶${header('X-A')} }`), elsewhere('version')],
      ['in a list of a page', get(`books @paginate { nodes { id version ▶${header('X-A')} } }`), elsewhere('version')],
      ['on a list', get(`book { id tags ▶${header('X-A')} }`), elsewhere('tags')],
      ['on an object', get(`book { id shelf ▶${header('X-A')} { id } }`), elsewhere('shelf')],
      ['in an object of the response', get(`book { id shelf { id version ▶${header('X-A')} } }`), elsewhere('version')],
      [
        'in a list that holds nothing else',
        get(`text meta { parts { build ▶${header('X-A')} } build }`),
        elsewhere('build'),
      ],
      ...OF_HTTP.split(' ').map((name): [string, string, string] => [
        `for ${name}`,
        get(`book { id note @header(name: ▶"${name}") }`),
        `@header(name: "${name}") is HTTP's own. Use another name.`,
      ]),
      [
        'for what is no name',
        get('book { id note @header(name: ▶"X Count") }'),
        '"X Count" is not a valid header name. Write a name such as "X-Count".',
      ],
      [
        'for a name of the conventions',
        {
          'v1/a.graphql': get('book { id note @header(name: ▶"x-named") }'),
          'conventions.json': '{"headers": {"Link": "X-Named"}}',
        },
        '@header(name: "x-named") is a header of conventions.json. Use another name.',
      ],
      [
        'for a name that is used twice',
        get(`book { id note ${header('X-A')} version @header(name: ▶"x-a") }`),
        'Two fields are sent as the header "x-a". Rename one.',
      ],
    ]);
  });
});

describe('@status', () => {
  const schema = `
  type Query { book: Book node(id: ID!): Book books(first: Int, after: String): Books! flag: Boolean }
  type Mutation { save: Payload }
  union Result = Book | Failure
  enum Outcome { CREATED REPLACED QUEUED }
  type Payload { isNew: Boolean! outcome: Outcome book: Book result: Result errors: [Failure!] flags: [Boolean] }
  type Book { id: ID! isOld: Boolean! shelf: Book shelves: [Book!] }
  type Failure { message: String! isFinal: Boolean }
  type Books { nodes: [Book!]! totalCount: Int! isPartial: Boolean pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
  const save = (selection: string, more = '') =>
    `mutation save @endpoint(method: PUT, path: "/b"${more}) { save ${selection} }`;
  const misplaced =
    '@status is on "isOld", which is in a list, or in errors as data. Move it out of there, or remove it.';
  const noEffect = '@status has no effect: the status is always 200. Add a value with another status.';
  const one = '@status(values: { value: true, status: 202 })';
  const is201 = '@status(values: [{ value: true, status: 201 }])';

  describe('the status is chosen by a field', () => {
    const book = { id: '1', isOld: true, shelf: { id: '2', isOld: true } };
    const payload = { isNew: true, outcome: 'QUEUED', book, result: { __typename: 'Book', ...book } };
    test.each<[string, string, status: number, body: unknown]>([
      ['of one value, which is no list', save(`@unwrap { isNew ${one} book { id } }`), 202, { id: '1' }],
      [
        'of an object that is spread, in a fragment with @wrap and in an object of the response',
        save(`{ ... @wrap(as: "data") { book @spread { id shelf { id old: isOld ${is201} } } } }`),
        201,
        { data: { id: '1', shelf: { id: '2' } } },
      ],
      [
        'of a type of a union',
        save(`{ result { ... on Book { id isOld ${is201} } ... on Failure { message } } }`),
        201,
        { result: { id: '1' } },
      ],
    ])('%s', async (_, document, status, body) => {
      const reply = await ask(schema, document, 'PUT /v1/b', { root: { save: payload } });
      expect([reply.status, reply.body]).toEqual([status, body]);
    });
  });

  describe('@status is refused', () => {
    testFaults(schema, [
      [
        'on a root field',
        `query get @endpoint(method: GET, path: "/b") { book { id } flag ▶${is201} }`,
        '@status is on "flag", which is a root field. Write it on a field of an object.',
      ],
      ['in a list', save(`{ book { shelves { id isOld ▶${is201} } } }`), misplaced],
      [
        'in errors as data',
        save(`@unwrap { errors @error { message isFinal ▶${is201} } book { id } }`),
        misplaced.replace('isOld', 'isFinal'),
      ],
      ...[
        ['on a list', `{ isNew flags ▶${is201} }`, 'flags'],
        ['on an object', `{ isNew book ▶${is201} { id } }`, 'book'],
        ['on a text', `{ isNew book { id ▶${is201} } }`, 'id'],
      ].map(([what, selection, name]): [string, string, string] => [
        what!,
        save(selection!),
        `@status is on "${name}", which is not a Boolean or an enum. Write it on one of these.`,
      ]),
      [
        'twice',
        save(`{ isNew ${is201} book { id isOld ▶${is201} } }`),
        '@status is on "isOld", but only one field chooses the status. Remove it here.',
      ],
      [
        'beside a redirect',
        save(`@unwrap { isNew ▶${is201} book { id } }`, ', status: 303, location: "/b/{id}"'),
        '@status is on "isNew", but status 303 is a redirect. Remove one of them.',
      ],
      [
        'for a page',
        `query get @endpoint(method: GET, path: "/b") { books @paginate(styles: [CURSOR]) { isPartial ▶${is201} nodes { id } } }`,
        '@status is on "isPartial", but the status of a page is always 200. Remove it.',
      ],
      [
        'with values that the field cannot have',
        save(
          '{ outcome @status(values: [{ value: ▶"CREATED", status: 201 }, { value: ▶CREATE, status: 201 }]) book { id } }',
        ),
        ...['"CREATED"', 'CREATE'].map(
          (value) => `@status: ${value} is no value of Outcome. Values are "CREATED", "REPLACED", "QUEUED".`,
        ),
      ],
      [
        'with a value twice',
        save('{ isNew @status(values: [{ value: true, status: 201 }, { value: ▶true, status: 202 }]) book { id } }'),
        '@status has true more than once. Remove one of them.',
      ],
      [
        'with a status that is none of a success with a result',
        save('{ isNew @status(values: [{ value: true, status: ▶404 }, { value: false, status: ▶303 }]) book { id } }'),
        '@status cannot choose the status 404. Write one of 200, 201, 202, 204.',
        '@status cannot choose the status 303. Write one of 200, 201, 202, 204.',
      ],
      [
        'where it chooses nothing',
        save('{ isNew @status(values: ▶[{ value: true, status: 200 }]) book { id } }'),
        noEffect,
      ],
      ['without values', save('{ isNew @status(values: ▶[]) book { id } }'), noEffect],
      [
        'in a lookup',
        `query find { book { id @export(as: "id") isOld ▶${is201} } }
         query get($id: ID!) @endpoint(method: GET, path: "/b") { node(id: $id) { id } }`,
        '@status has no effect in a lookup query, which is not part of the response. Remove it.',
      ],
    ]);
  });
});

describe('@catch', () => {
  const schema = `
  type Query { book: Book thing: Thing books: [Book] }
  type Mutation { save: Payload }
  union Thing = Book | Shelf
  type Book { id: ID! author: Author tags: [Tag] rows: [[Tag!]] sure: [Tag]! }
  type Shelf { name: String author: Author }
  type Author { name: String motto: String }
  type Tag { label: String! }
  type Payload { book: Book errors: [Fault!]! }
  type Fault { message: String! hint: String }
`;
  const get = (selection: string, fragments = '', variables = '') =>
    `query get${variables} @endpoint(method: GET, path: "/b") { ${selection} }${fragments}`;

  test.each<[promise: string, document: string, field: string, body: unknown]>([
    [
      'is null in fragments, under types and under conditions',
      get(
        'thing { ... on Book { ...B } ... on Shelf { author @include(if: $a) @catch { name } } }',
        ' fragment B on Book { author @include(if: $a) @catch { name } }',
        '($a: Boolean = true)',
      ),
      'thing.author',
      { author: null },
    ],
    [
      'is null as a root field where there are several',
      get('book @catch { id } books { id }'),
      'book',
      { book: null, books: [] },
    ],
  ])('a field with @catch that fails %s', async (_, document, field, body) => {
    const failing = new Error('It fails.');
    const book = {
      __typename: 'Book',
      id: '1',
      author: { name: 'Ann' },
      tags: [{ label: 'a' }],
      rows: [[{ label: 'a' }]],
    };
    const root: Record<string, unknown> = structuredClone({ book, thing: book, books: [] });
    const steps = field.split('.');
    const last = steps.pop()!;
    const around = steps.reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, root);
    around[last] = failing;
    const reply = await ask(schema, document, 'GET /v1/b', { root, options: { report: () => {} } });
    expect([reply.status, reply.body]).toEqual([200, body]);
    expect(reply.executed.join()).not.toContain('@catch');
  });

  describe('@catch is refused', () => {
    const never = (name: string) =>
      `@catch on "${name}", which is never null. Write it on the nearest field around it that can be null.`;
    const itself = (name: string) =>
      `@catch on "${name}", which is the response itself. Write it on a field of the response.`;
    testFaults(schema, [
      ['on a field that is never null', get('book { id ▶@catch }'), never('id')],
      ['on a list that is never null', get('book { sure ▶@catch { label } }'), never('sure')],
      ['on the name of a type', get('book { __typename ▶@catch }'), never('__typename')],
      ['on the response', get('book ▶@catch { id }'), itself('book')],
      ['on the data path', get('book @unwrap { author ▶@catch { name } }'), itself('author')],
      ['on a response that is a list', get('books ▶@catch { id }'), itself('books')],
      [
        'in errors as data',
        'mutation m @endpoint(method: POST, path: "/b") { save @unwrap { book { id } errors @error { message hint ▶@catch } } }',
        '@catch has no effect in errors as data. Remove it.',
      ],
    ]);
  });
});

describe('@name is refused', () => {
  const schema = `
    type Query { book: Book books(first: Int, offset: Int): [Book!]! list(first: Int, after: String, offset: Int): Books! }
    type Mutation { save: Payload }
    type Book { id: ID! title: String author: Author count: Int! isNew: Boolean! }
    type Author { name: String id: ID! }
    type Books { nodes: [Book!]! totalCount: Int! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Payload { book: Book errors: [Fault!]! }
    type Fault { message: String! }
  `;
  const get = (selection: string, options = '') =>
    `query get @endpoint(method: GET, path: "/b"${options}) { ${selection} }`;
  const unsent = (name: string) =>
    `@name has no effect on "${name}", which is sent without its name, or not at all. Remove it.`;
  const invalid = (text: string) =>
    `@name(as: ${text}) must be a text without control characters that is not empty. Write another name.`;
  testFaults(schema, [
    ['nowhere else', get('book { id @name(as: "x") author @name(as: "y") { name @name(as: "z") } }')],
    ['on the response', get('book ▶@name(as: "x") { id }'), unsent('book')],
    ['but not where its name is sent', get('book @name(as: "x") { id }', ', unwrap: false')],
    ['on the data path', get('book @unwrap { author ▶@name(as: "x") { name } }'), unsent('author')],
    ['on the child of @unwrap', get('book { id author @unwrap { name ▶@name(as: "x") } }'), unsent('name')],
    ['beside @spread', get('book { title author ▶@name(as: "x") @spread { name } }'), unsent('author')],
    ['beside @header', get('book { title id ▶@name(as: "x") @header(name: "X-Id") }'), unsent('id')],
    ['on the items of a page', pageOf('nodes ▶@name(as: "x") { id @name(as: "y") }'), unsent('nodes')],
    [
      'in errors as data',
      'mutation m @endpoint(method: POST, path: "/b") { save @unwrap { book { id } errors ▶@name(as: "x") @error { message ▶@name(as: "y") } } }',
      unsent('errors'),
      unsent('message'),
    ],
    [
      'as are @wrap and @template',
      get(
        'book { title status: isNew ▶@wrap(as: "x") @status(values: [{ value: false, status: 202 }]) id ▶@template(value: "{}") @header(name: "X-Id") }',
      ),
      unsent('isNew').replace('@name', '@wrap'),
      unsent('id').replace('@name', '@template'),
    ],
    [
      'as are these in errors as data and on the total',
      {
        'v1/a.graphql':
          'mutation m @endpoint(method: POST, path: "/b") { save @unwrap { book { id } errors ▶@wrap(as: "x") @error { message } } }',
        'v1/b.graphql': `query list @endpoint(method: GET, path: "/l") {
          books @paginate(styles: [OFFSET]) { id } total: list @unwrap { totalCount ▶@template(value: "{}") @total } }`,
      },
      unsent('errors').replace('@name', '@wrap'),
      unsent('totalCount').replace('@name', '@template'),
    ],
    ['for an empty text', get('book { id @name(as: ▶"") }'), invalid('""')],
    ['for a control character', get('book { id @name(as: ▶"a\\u007Fb") }'), invalid('"a\u007Fb"')],
  ]);
  function pageOf(selection: string): string {
    return `query list @endpoint(method: GET, path: "/l") {
      list @paginate(styles: [CURSOR]) { ${selection} } }`;
  }
});

test('names of the conventions are for any place', () => {
  const documents = {
    'v1/a.graphql':
      'query get @endpoint(method: GET, path: "/b") { book { id author @unwrap { name } title @header(name: "T") } }',
    'v1/b.graphql':
      'query by($title: String!) @endpoint(method: GET, path: "/c", lookup: "title") { book(title: $title) { id } }',
    'v1/lookups/title.graphql': 'query title { book { title @export(as: "title") } }',
    'conventions.json': '{ "names": { "Author.name": "@n", "Query.book": "@b", "Book.title": "@t" } }',
  };
  const schema = `type Query { book(title: String): Book } type Book { id: ID! title: String author: Author }
    type Author { name: String }`;
  expect(faultsOf(schema, documents)).toEqual([]);
});

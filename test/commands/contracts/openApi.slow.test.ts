// What of two OpenAPI documents breaks clients: the one that was published, and that of the API.
import { describe, expect, test } from 'vitest';
import { type Edits, Publisher } from './support/published.ts';

const LIST = 'paths/~1books/get';
const ADD = 'paths/~1books/post';
const GET = 'paths/~1books~1{id}/get';
const FIND = 'paths/~1find/get';
const OPEN = 'paths/~1open/get';
const STREAM = 'paths/~1all/get/responses/200/content';
const [GENRES, SINCE, LIMIT] = [0, 1, 2].map((index) => `${LIST}/parameters/${index}`) as [string, string, string];
const ISBN = `${FIND}/parameters/0`;
const SCHEMAS = 'components/schemas';
const BOOK = `${SCHEMAS}/Book/properties`;
const INPUT = `${SCHEMAS}/BookInput`;
const STYLES = `${SCHEMAS}/BookList/properties/pagination/anyOf`;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const author = (properties: object) => ({ type: 'object', required: ['name', 'books'], properties });
const books = { type: 'array', items: { anyOf: [ref('Book_2'), { type: 'null' }] } };

const at = (place: string) => (name: string, value: unknown) => ({ [`${place}/${name}`]: value });
const [book, input, component] = [at(BOOK), at(INPUT), at(SCHEMAS)];
const [limit, genres, since, isbn, get] = [at(LIMIT), at(GENRES), at(SINCE), at(ISBN), at(GET)];

const publisher = new Publisher();

/** Whom changes affect and what corrects them, the endpoints that have them, and the changes with the edits that they undo. */
type Breaks = readonly [
  impact: readonly [affected: string, hint: string],
  endpoints: string,
  changes: Readonly<Record<string, Edits>>,
];

const CALL = ['clients that call it', 'Keep it until the date of a published `sunset`'] as const;
const ALL = ['every client', 'Serve the paths at the previous URL'] as const;
const ACCEPTED = ['clients that accept it', 'Restore it'] as const;
const GENERATED = ['clients generated from the document', 'Restore its name'] as const;
const AGENTS = ['agents that call it', 'Restore it in `tools` of conventions.json'] as const;
const AUTHORIZED = ['callers that were authorized without it', 'Require no more than before'] as const;
const SCOPE = ['callers whose tokens lack the scope', 'Require no more than before'] as const;
const HANDLE = ['clients that handle it', 'Restore it'] as const;
const KNOWN = ['clients that know only the others', 'Respond with the others alone'] as const;
const SEND = ['clients that send it', 'Restore it'] as const;
const WRITTEN = ['clients that send it', 'Restore the previous serialization'] as const;
const OMIT = ['clients that do not send it', 'Make it optional'] as const;
const DEFAULT = ['clients that do not send it', 'Restore the default'] as const;
const OTHERS = ['clients that send other values', 'Accept the same values as before'] as const;
const NULL = ['clients that send null', 'Accept null'] as const;
const READ = ['clients that read it', 'Restore it'] as const;
const RELY = ['clients that rely on it', 'Always send it'] as const;
const SCHEMA = ['clients that rely on the published schema', 'Return only values of the published schema'] as const;
const VALUE = ['clients that rely on a value', 'Always send a value'] as const;
const CATCH = ['clients that rely on a value', 'Remove @catch, so that the request fails'] as const;
const BOOKS = 'GET /books, POST /books, GET /books/{id}';

const breaks: readonly Breaks[] = [
  [CALL, 'GET /shelves', { '`GET /shelves` was removed.': { 'paths/~1shelves': { get: { responses: {} } } } }],
  [CALL, 'DELETE /open', { '`DELETE /open` was removed.': { 'paths/~1open/delete': { responses: {} } } }],
  [ALL, '', { 'The server URL was `/api/v1` and is now `/v1`.': { 'servers/0/url': '/api/v1' } }],
  [
    ACCEPTED,
    '',
    {
      'The media type in Accept `application/vnd.old+json` was answered by `"application/json"` and is now by none.': {
        'x-accepts/application~1vnd.old+json': 'application/json',
      },
      'The media type in Accept `application/vnd.acme+json` was answered by `"text/csv"` and is now by `"application/json"`.':
        { 'x-accepts/application~1vnd.acme+json': 'text/csv' },
    },
  ],
  [
    ACCEPTED,
    'GET /all',
    {
      '`text/csv` of the response 200 was one page and is now the whole list.': {
        [`${STREAM}/text~1csv/x-stream`]: undefined,
      },
      '`application/json` of the response 200 was the whole list and is now one page.': {
        [`${STREAM}/application~1json/x-stream`]: true,
      },
    },
  ],
  [
    GENERATED,
    'GET /books/{id}',
    { 'The operation `readBook` was renamed to `getBook`.': get('operationId', 'readBook') },
  ],
  [AGENTS, 'GET /books/{id}', { '`GET /books/{id}` is no longer a tool for agents.': get('x-mcp-tool', true) }],
  [
    AUTHORIZED,
    'GET /books/{id}',
    {
      'It required nothing, and now requires `http bearer`.': get('security', []),
      'It required nothing, or `http bearer`, and now requires `http bearer`.': get('security', [{}, { bearer: [] }]),
      'It required `apiKey header X-Key`, and now requires `http bearer`.': {
        'components/securitySchemes/key': { type: 'apiKey', in: 'header', name: 'X-Key' },
        [`${GET}/security`]: [{ key: [] }],
      },
    },
  ],
  [SCOPE, 'GET /books/{id}', { 'The required scopes were nothing, and are now `authors:read`.': get('x-scopes', []) }],
  [
    SCOPE,
    'POST /books',
    {
      'The required scopes were `books:write`, or `admin`, and are now `authors:read` and `books:write`, or `authors:read` and `admin`.':
        { [`${ADD}/x-scopes`]: [['books:write', 'admin']] },
    },
  ],
  [
    HANDLE,
    'GET /books/{id}',
    {
      'The response 202 was removed.': get('responses/202', { description: 'Accepted' }),
      'The response 203 was removed.': get('responses', { 203: { description: 'Another' } }),
      'The response 418 was removed.': get('responses/418', { description: 'A teapot' }),
    },
  ],
  [KNOWN, 'GET /books/{id}', { 'The response 200 was added.': get('responses/200', undefined) }],

  // Requests may only be accepted more widely.
  [
    SEND,
    'GET /books',
    {
      'The query parameter `shelf` was removed.': {
        [`${LIST}/parameters/-`]: { name: 'shelf', in: 'query', schema: text },
      },
    },
  ],
  [
    WRITTEN,
    'GET /books',
    { 'The serialization of the query parameter `genres` has changed.': genres('explode', true) },
  ],
  [
    OMIT,
    'GET /find',
    {
      'The query parameter `isbn` was added and is required.': { [`${FIND}/parameters`]: [] },
      'The query parameter `isbn` is now required.': isbn('required', false),
    },
  ],
  [
    DEFAULT,
    'GET /books',
    {
      'The default of the query parameter `limit` was none and is now `20`.': limit('schema/default', undefined),
      'The default of the query parameter `genres` was `["FACT"]` and is now none.': genres('schema/default', ['FACT']),
      'The default of the query parameter `since` was `9007199254740992` and is now `9007199254740993`.': since(
        'schema/default',
        '#9007199254740992',
      ),
      'The default of the query parameter `since` was `{"id":9007199254740995}` and is now `9007199254740993`.': since(
        'schema/default',
        { id: '#9007199254740995' },
      ),
    },
  ],
  [
    OTHERS,
    'GET /books',
    {
      'The query parameter `limit` was a string and is now an integer.': limit('schema/type', 'string'),
      'The query parameter `limit` was unbounded and is now at most 100.': limit('schema/maximum', undefined),
      'The query parameter `limit` was at most 100.00000000000000000001 and is now at most 100.': limit(
        'schema/maximum',
        '#100.00000000000000000001',
      ),
      'The query parameter `limit` was at least 0 and is now at least 1.': limit('schema/minimum', 0),
      'The query parameter `genres` was at most 4 items long and is now at most 3 items long.': genres(
        'schema/maxItems',
        4,
      ),
      'An item of the query parameter `genres` can no longer be `"POETRY"`.': genres('schema/items', {
        ...text,
        enum: ['FACT', 'FICTION', 'POETRY'],
      }),
    },
  ],
  [
    OTHERS,
    'GET /find',
    {
      'The query parameter `isbn` was an integer and is now a string.': isbn('schema/type', 'integer'),
      'The query parameter `isbn` was of any type and is now a string.': isbn('schema', {}),
      'The query parameter `isbn` was at most 200 characters long and is now at most 100 characters long.': isbn(
        'schema/maxLength',
        200,
      ),
      'The query parameter `isbn` was at least 1 characters long and is now at least 2 characters long.': isbn(
        'schema/minLength',
        1,
      ),
      'The pattern of the query parameter `isbn` was none and is now `"^(?:^[0-9]+$)$"`.': isbn(
        'schema/pattern',
        undefined,
      ),
      'The pattern of the query parameter `isbn` was `["^a","^b"]` and is now `"^(?:^[0-9]+$)$"`.': isbn('schema', {
        ...text,
        maxLength: 100,
        minLength: 2,
        allOf: [{ pattern: '^a' }, { pattern: '^b' }],
      }),
    },
  ],
  [
    OTHERS,
    'GET /books/{id}',
    {
      'The path parameter `id` was unbounded and is now at most 1 segment long.': get(
        'parameters/0/x-multi-segment',
        true,
      ),
    },
  ],
  [SEND, 'GET /open', { 'The request body was removed.': { [`${OPEN}/requestBody`]: { content: {} } } }],
  [
    SEND,
    'POST /books',
    {
      'The media type `text/csv` of the request body was removed.': {
        [`${ADD}/requestBody/content/text~1csv`]: { schema: {} },
      },
      'The media type `*/*` of the request body was removed.': { [`${ADD}/requestBody/content/*~1*`]: {} },
      '`BookInput.isbn` was removed.': input('properties/isbn', text),
      '`BookInput.tags` can no longer be `string`.': input('properties/tags', {
        anyOf: [{ type: ['array', 'null'], items: text }, text],
      }),
    },
  ],
  [
    OMIT,
    'POST /books',
    {
      'The request body was added and is required.': { [`${ADD}/requestBody`]: undefined },
      'The request body is now required.': { [`${ADD}/requestBody/required`]: false },
      '`BookInput.title` was added and is required.': {
        [`${INPUT}/properties/title`]: undefined,
        [`${INPUT}/required`]: [],
      },
      '`BookInput.title` is now required.': input('required', []),
    },
  ],
  [
    NULL,
    'POST /books',
    { '`BookInput.title` can no longer be null.': input('properties/title/type', ['string', 'null']) },
  ],
  [
    OTHERS,
    'POST /books',
    {
      '`BookInput.pages` was a number and is now an integer.': input('properties/pages/type', ['number', 'null']),
      'The format of `BookInput.pages` was `"int64"` and is now `"int32"`.': input('properties/pages/format', 'int64'),
      'The additionalProperties of `BookInput` was none and is now `false`.': input('additionalProperties', undefined),
    },
  ],
  [
    OTHERS,
    'GET /books, POST /books',
    {
      '`Genre` can no longer be `"POETRY"`.': component('Genre/enum/-', 'POETRY'),
      '`Genre` could be any value and can now only be `"FACT"`, `"FICTION"`.': component('Genre/enum', undefined),
    },
  ],

  // Responses may only become narrower.
  [
    READ,
    'GET /books',
    {
      'The media type `text/csv` of the response 200 was removed.': {
        [`${LIST}/responses/200/content/text~1csv`]: { schema: {} },
      },
      'The header `X-Total` of the response 200 was removed.': {
        [`${LIST}/responses/200/headers/X-Total`]: { schema: text },
      },
      '`BookList.total` was removed.': component('BookList/properties/total', text),
      '`BookList.pagination` can no longer be `Author`.': { [`${STYLES}/-`]: ref('Author') },
    },
  ],
  [
    RELY,
    'GET /all, GET /books',
    { 'The header `Link` of response 200 is now optional.': { 'components/headers/Link/required': true } },
  ],
  [
    SCHEMA,
    'GET /all, GET /books',
    {
      'The header `Link` of response 200 was an integer and is now a string.': {
        'components/headers/Link/schema/type': 'integer',
      },
    },
  ],
  [
    SCHEMA,
    'GET /books',
    {
      '`BookList.pagination` can now also be `CursorPagination`.': {
        [STYLES]: [ref('OffsetPaginationAndCursor'), ref('OffsetPagination')],
      },
    },
  ],
  [RELY, 'GET /find', { '`Book_3.title` is now optional.': component('Book_3/required/-', 'title') }],
  [
    READ,
    BOOKS,
    {
      '`Book.isbn` was removed.': book('isbn', text),
      '`Author.motto` was removed.': component('Author/properties/motto', text),
      '`Book.title` can no longer be `integer`.': book('title/type', ['string', 'integer']),
    },
  ],
  [
    VALUE,
    BOOKS,
    {
      '`Book.pages` can now be null.': book('pages/type', 'integer'),
      '`Book.author` can now be null.': book('author', ref('Author')),
      '`Author.books[]` can now be null.': component('Author/properties/books/items', ref('Book_2')),
    },
  ],
  [CATCH, BOOKS, { '`Book.subtitle` is now null where reading it fails.': book('subtitle/x-catch', undefined) }],
  [
    SCHEMA,
    BOOKS,
    {
      '`Book.title` can now also be `string`.': book('title', { type: 'null', const: null }),
      '`Book.title` was an integer and is now a string.': book('title/type', 'integer'),
      '`Book.price` was an integer and is now a number.': book('price/type', ['integer', 'null']),
      '`Genre` can now be `"FICTION"`.': component('Genre/enum', ['FACT']),
      '`Book.title` was one of `"Emma"` and can now be any value.': book('title/enum', ['Emma']),
      '`Book.kind` can now be `"book"` and can no longer be `"Book"`.': book('kind/const', 'Book'),
      '`Book.title` was at most 200 characters long and is now unbounded.': book('title/maxLength', 200),
      'The format of `Book.title` was `"date"` and is now none.': book('title/format', 'date'),
      'The contains of `Author.books` was `{"const":"a"}` and is now none.': component(
        'Author/properties/books/contains',
        { const: 'a' },
      ),
      'The additionalProperties of `Book` was `{"type":"string"}` and is now none.': component(
        'Book/additionalProperties',
        text,
      ),
    },
  ],
];

describe('a change that breaks clients', () => {
  test.each(
    breaks.flatMap(([[affected, hint], endpoints, changes]) =>
      Object.entries(changes).map(([change, published]) => [change, { affected, hint, endpoints, published }] as const),
    ),
  )('is reported: %s', async (change, { affected, hint, endpoints, published }) => {
    expect(await publisher.breaksOf(published)).toEqual([
      { change, affected, endpoints: endpoints.split(', ').filter(Boolean), hint },
    ]);
  });

  test.each<[name: string, published: Edits, changes: string[]]>([
    [
      'with all others',
      {
        [`${BOOK}/title/type`]: 'integer',
        [`${INPUT}/properties/isbn`]: text,
        'paths/~1a': { get: { responses: {} } },
      },
      ['`Book.title` was an integer and is now a string.', '`BookInput.isbn` was removed.', '`GET /a` was removed.'],
    ],
    [
      'of a header that refers to itself',
      {
        'components/headers/X-A': { $ref: '#/components/headers/X-A' },
        [`${LIST}/responses/200/headers/X-A`]: { $ref: '#/components/headers/X-A' },
      },
      ['The header `X-A` of the response 200 was removed.'],
    ],
    [
      'of a list that is repeated where nothing says so',
      genres('explode', undefined),
      ['The serialization of the query parameter `genres` has changed.'],
    ],
    [
      'of listed numbers that are integers',
      book('price', { enum: [1, null] }),
      ['`Book.price` was an integer and is now a number.', '`Book.price` was one of `1` and can now be any value.'],
    ],
    [
      'of a reference that leads to itself',
      { [`${BOOK}/a`]: ref('A'), [`${SCHEMAS}/A`]: ref('B'), [`${SCHEMAS}/B`]: ref('A') },
      ['`Book.a` was removed.'],
    ],
  ])('is reported %s', async (_, published, changes) => {
    expect((await publisher.breaksOf(published)).map(({ change }) => change)).toEqual(changes);
  });
});

const additions: Readonly<Record<string, Edits>> = {
  'a new path': { 'paths/~1find': undefined },
  'a new method': { [ADD]: undefined },
  descriptions: { 'info/description': 'Books.', [`${BOOK}/title/description`]: 'x', [`${LIMIT}/description`]: 'y' },
  'no deprecation any more': { [`${GET}/deprecated`]: true, [`${BOOK}/title/deprecated`]: true },
  examples: { [`${LIMIT}/example`]: 7, [`${INPUT}/properties/title/examples`]: ['Emma'] },
  'a further media type in Accept': { 'x-accepts': undefined },
  'a property that catches failures no more': book('pages/x-catch', true),
  'fewer scopes': get('x-scopes/-', ['books:read']),
  'an alternative scope': { [`${ADD}/x-scopes`]: [['authors:read'], ['admin']] },
  'scopes in another order, repeated': {
    [`${ADD}/x-scopes`]: [['admin', 'books:write'], ['books:write', 'admin'], ['authors:read']],
  },
  'no credentials, and so no errors about them': {
    [`${OPEN}/security`]: [{ bearer: [] }],
    [`${OPEN}/responses/401`]: {},
    [`${OPEN}/responses/403`]: {},
  },
  'no credentials that were optional': { [`${OPEN}/security`]: [{}, { bearer: [] }] },
  'credentials by another name': {
    'components/securitySchemes/token': { type: 'http', scheme: 'bearer' },
    [`${GET}/security`]: [{ token: [] }],
  },
  'a new optional parameter': { [`${LIST}/parameters`]: [] },
  'a parameter that becomes optional': limit('required', true),
  'the style of a list that holds without one': genres('style', undefined),
  'a greater maximum': limit('schema/maximum', 50),
  'a removed maximum': since('schema/maximum', 9),
  'a smaller minimum': limit('schema/minimum', 2),
  'a default in other digits': since('schema/default', '#9007199254740993.0'),
  'a new value of a parameter': genres('schema/items', { ...text, enum: ['FACT'] }),
  'a new optional property of a body': input('properties/tags', undefined),
  'a property of a body that becomes optional': input('required/-', 'tags'),
  'a property of a body that becomes nullable': input('properties/tags/type', 'array'),
  'a new type of a property of a body': input('properties/pages/type', 'null'),
  'a removed pattern': input('properties/title/pattern', '^a'),
  'a new property of a response': { [`${BOOK}/pages`]: undefined, [`${SCHEMAS}/Book/required`]: ['id'] },
  'a property of a response that becomes required': component('Book/required', ['id']),
  'a property of a response that can no longer be null': book('title/type', ['string', 'null']),
  'a component that can no longer be null': book('genre', { anyOf: [ref('Genre'), { type: 'null' }] }),
  'a number of a response that becomes an integer': book('pages/type', ['number', 'null']),
  'a removed value of a response': book('kind', { enum: ['book', 'Book'] }),
  'one value, however it is listed': book('kind', { ...text, enum: ['book'] }),
  'a narrower bound of a response': book('id/maximum', 2000),
  'a format where there was none': book('pages/format', undefined),
  'a new status of an error': get('responses/429', undefined),
  'no 410 any more': get('responses/410', { description: 'Gone.' }),
  'a new header': { [`${LIST}/responses/200/headers/Link`]: undefined },
  'a header that becomes required': { 'components/headers/Vary/required': false },
  'a new media type of a response': { [`${STREAM}/text~1csv`]: undefined },
  'a new code of an error': component('Problem/properties/code/enum', ['GONE']),
  'types in another order': {
    [STYLES]: [ref('CursorPagination'), ref('OffsetPagination'), ref('OffsetPaginationAndCursor')],
  },
  'a renamed component': {
    [`${SCHEMAS}/Writer`]: author({ name: text, books }),
    [`${BOOK}/author`]: { anyOf: [ref('Writer'), { type: 'null' }] },
  },
  'a reference to a reference': {
    [`${SCHEMAS}/Copy`]: ref('Author'),
    [`${BOOK}/author`]: { anyOf: [ref('Copy'), { type: 'null' }] },
  },
};
test.each(Object.entries(additions))('a change that breaks nobody passes: %s', async (_, published) => {
  expect(await publisher.breaksOf(published)).toEqual([]);
});

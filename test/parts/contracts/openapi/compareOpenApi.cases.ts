import type { Edits } from './toyApi.ts';

/** Edits of the toy document, and of its previous revision. */
export interface Case {
  name: string;
  before?: Edits;
  edits: Edits;
}

/** An edit that breaks clients, and the breaking change. */
export interface BreakingCase extends Case {
  change: { change: string; affected: string; endpoints: string[]; hint?: string };
}

const LIST = 'paths/~1books/get';
const ADD = 'paths/~1books/post';
const GET = 'paths/~1books~1{id}/get';
const LIMIT = `${LIST}/parameters/0`;
const GENRES = `${LIST}/parameters/1`;
const BOOK = 'components/schemas/Book';
const INPUT = 'components/schemas/BookInput';
const ERROR = 'components/schemas/Error';
const EVERYWHERE = ['GET /books', 'POST /books', 'GET /books/{id}'];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const readers = (change: string, endpoints = EVERYWHERE) => ({ change, affected: 'clients that read it', endpoints });
const trusting = (change: string, endpoints = EVERYWHERE) => ({
  change,
  affected: 'clients that rely on the published schema',
  endpoints,
});
const senders = (change: string, endpoints = ['POST /books']) => ({
  change,
  affected: 'clients that send other values',
  endpoints,
});
const silent = (change: string, endpoints = ['POST /books']) => ({
  change,
  affected: 'clients that do not send it',
  endpoints,
});
const sending = (change: string, endpoints = ['POST /books']) => ({
  change,
  affected: 'clients that send it',
  endpoints,
});

export const breaks: readonly BreakingCase[] = [
  // Endpoints.
  {
    name: 'a removed path',
    edits: { 'paths/~1books~1{id}': undefined },
    change: {
      change: '`GET /books/{id}` was removed.',
      affected: 'clients that call it',
      endpoints: ['GET /books/{id}'],
      hint: 'Keep it until the date of a published `sunset`',
    },
  },
  {
    name: 'a removed method',
    edits: { [ADD]: undefined },
    change: { change: '`POST /books` was removed.', affected: 'clients that call it', endpoints: ['POST /books'] },
  },
  {
    name: 'a server elsewhere',
    edits: { 'servers/0/url': '/api/v1' },
    change: { change: 'The server URL was `/v1` and is now `/api/v1`.', affected: 'every client', endpoints: [] },
  },
  {
    name: 'an operation by another name',
    edits: { [`${GET}/operationId`]: 'readBook' },
    change: {
      change: 'The operation `getBook` was renamed to `readBook`.',
      affected: 'clients generated from the document',
      endpoints: ['GET /books/{id}'],
    },
  },
  {
    name: 'a tool that is one no longer',
    before: { [`${GET}/x-mcp-tool`]: true },
    edits: {},
    change: {
      change: '`GET /books/{id}` is no longer a tool for agents.',
      affected: 'agents that call it',
      hint: 'Restore it in `tools` of conventions.json',
      endpoints: ['GET /books/{id}'],
    },
  },

  // Authorization.
  {
    name: 'credentials where none were required',
    before: { [`${GET}/security`]: [] },
    edits: {},
    change: {
      change: 'It required nothing, and now requires `http bearer`.',
      affected: 'callers that were authorized without it',
      endpoints: ['GET /books/{id}'],
    },
  },
  {
    name: 'credentials that were optional',
    before: { [`${GET}/security`]: [{}, { bearer: [] }] },
    edits: {},
    change: {
      change: 'It required nothing, or `http bearer`, and now requires `http bearer`.',
      affected: 'callers that were authorized without it',
      endpoints: ['GET /books/{id}'],
    },
  },
  {
    name: 'no 401 although credentials are read',
    before: { [`${GET}/responses/401`]: { $ref: '#/components/responses/NotFound' } },
    edits: { [`${GET}/security`]: [{}, { bearer: [] }] },
    change: {
      change: 'The response 401 was removed.',
      affected: 'clients that handle it',
      endpoints: ['GET /books/{id}'],
    },
  },
  {
    name: 'credentials of another kind',
    edits: {
      'components/securitySchemes/bearer': { type: 'apiKey', in: 'header', name: 'X-Key' },
      [LIST]: undefined,
      [ADD]: undefined,
    },
    before: { [LIST]: undefined, [ADD]: undefined },
    change: {
      change: 'It required `http bearer`, and now requires `apiKey header X-Key`.',
      affected: 'callers that were authorized without it',
      endpoints: ['GET /books/{id}'],
    },
  },
  {
    name: 'a scope where none was required',
    edits: { [`${GET}/x-scopes`]: [['books:read']] },
    change: {
      change: 'The required scopes were nothing, and are now `books:read`.',
      affected: 'callers whose tokens lack the scope',
      endpoints: ['GET /books/{id}'],
    },
  },
  {
    name: 'one more scope',
    edits: { [`${LIST}/x-scopes/-`]: ['shelves:read'] },
    change: {
      change: 'The required scopes were `books:read`, and are now `books:read` and `shelves:read`.',
      affected: 'callers whose tokens lack the scope',
      endpoints: ['GET /books'],
    },
  },
  {
    name: 'a scope that is no alternative any more',
    edits: { [`${ADD}/x-scopes`]: [['admin']] },
    change: {
      change: 'The required scopes were `books:write`, or `admin`, and are now `admin`.',
      affected: 'callers whose tokens lack the scope',
      endpoints: ['POST /books'],
    },
  },

  // Parameters.
  {
    name: 'a removed parameter',
    edits: {
      [`${LIST}/parameters`]: [
        {
          name: 'genres',
          in: 'query',
          required: false,
          style: 'form',
          explode: false,
          schema: { type: 'array', maxItems: 3, items: { type: 'string', enum: ['fact', 'fiction'] } },
        },
      ],
    },
    change: sending('The query parameter `limit` was removed.', ['GET /books']),
  },
  {
    name: 'a new required parameter',
    edits: { [`${LIST}/parameters/-`]: { name: 'shelf', in: 'query', required: true, schema: { type: 'string' } } },
    change: {
      ...silent('The query parameter `shelf` was added and is required.', ['GET /books']),
      hint: 'Make it optional',
    },
  },
  {
    name: 'a parameter that becomes required',
    edits: { [`${LIMIT}/required`]: true },
    change: silent('The query parameter `limit` is now required.', ['GET /books']),
  },
  {
    name: 'a parameter of another type',
    edits: { [`${LIMIT}/schema/type`]: 'string' },
    change: senders('The query parameter `limit` was an integer and is now a string.', ['GET /books']),
  },
  {
    name: 'a smaller maximum',
    edits: { [`${LIMIT}/schema/maximum`]: 50 },
    change: senders('The query parameter `limit` was at most 100 and is now at most 50.', ['GET /books']),
  },
  {
    name: 'a greater minimum',
    edits: { [`${LIMIT}/schema/minimum`]: 2 },
    change: senders('The query parameter `limit` was at least 1 and is now at least 2.', ['GET /books']),
  },
  {
    name: 'another default',
    edits: { [`${LIMIT}/schema/default`]: 10 },
    change: silent('The default of the query parameter `limit` was `20` and is now `10`.', ['GET /books']),
  },
  {
    name: 'a removed default',
    edits: { [`${LIMIT}/schema/default`]: undefined },
    change: silent('The default of the query parameter `limit` was `20` and is now none.', ['GET /books']),
  },
  {
    name: 'a default where there was none',
    edits: { [`${GENRES}/schema/default`]: ['fact'] },
    change: silent('The default of the query parameter `genres` was none and is now `["fact"]`.', ['GET /books']),
  },
  {
    name: 'a removed value of a parameter',
    edits: { [`${GENRES}/schema/items/enum`]: ['fact'] },
    change: senders('An item of the query parameter `genres` can no longer be `"fiction"`.', ['GET /books']),
  },
  {
    name: 'a shorter list',
    edits: { [`${GENRES}/schema/maxItems`]: 2 },
    change: senders('The query parameter `genres` was at most 3 items long and is now at most 2 items long.', [
      'GET /books',
    ]),
  },
  {
    name: 'another serialization of a list',
    edits: { [`${GENRES}/explode`]: true },
    change: sending('The serialization of the query parameter `genres` has changed.', ['GET /books']),
  },
  {
    name: 'a narrower parameter of a path',
    edits: { [`${GET}/parameters/0/schema/minimum`]: 1 },
    change: senders('The path parameter `id` was at least 0 and is now at least 1.', ['GET /books/{id}']),
  },
  {
    name: 'a parameter of a path that has no slashes any more',
    before: { [`${GET}/parameters/0/x-multi-segment`]: true },
    edits: {},
    change: senders('The path parameter `id` was unbounded and is now at most 1 segment long.', ['GET /books/{id}']),
  },

  // Request bodies.
  {
    name: 'a removed body',
    edits: { [`${ADD}/requestBody`]: undefined },
    change: sending('The request body was removed.'),
  },
  {
    name: 'a new required body',
    before: { [`${ADD}/requestBody`]: undefined },
    edits: {},
    change: silent('The request body was added and is required.'),
  },
  {
    name: 'a body that becomes required',
    before: { [`${ADD}/requestBody/required`]: false },
    edits: {},
    change: silent('The request body is now required.'),
  },
  {
    name: 'a removed media type of a body',
    before: { [`${ADD}/requestBody/content/text~1csv`]: { schema: {} } },
    edits: {},
    change: sending('The media type `text/csv` of the request body was removed.'),
  },
  {
    name: 'a body of any media type that has only one',
    before: { [`${ADD}/requestBody/content/*~1*`]: {} },
    edits: { [`${ADD}/requestBody/content/image~1png`]: {} },
    change: sending('The media type `*/*` of the request body was removed.'),
  },
  {
    name: 'a removed property of a body',
    edits: { [`${INPUT}/properties/tags`]: undefined },
    change: sending('`BookInput.tags` was removed.'),
  },
  {
    name: 'a new required property',
    edits: { [`${INPUT}/properties/isbn`]: { type: 'string' }, [`${INPUT}/required/-`]: 'isbn' },
    change: silent('`BookInput.isbn` was added and is required.'),
  },
  {
    name: 'a property that becomes required',
    edits: { [`${INPUT}/required/-`]: 'genre' },
    change: silent('`BookInput.genre` is now required.'),
  },
  {
    name: 'a property of a body that can no longer be null',
    edits: { [`${INPUT}/properties/pages/type`]: 'integer' },
    change: {
      change: '`BookInput.pages` can no longer be null.',
      affected: 'clients that send null',
      endpoints: ['POST /books'],
    },
  },
  {
    name: 'a number that becomes an integer',
    edits: { [`${INPUT}/properties/price/type`]: 'integer' },
    change: senders('`BookInput.price` was a number and is now an integer.'),
  },
  {
    name: 'a type where there was none',
    before: { [`${INPUT}/properties/note`]: {} },
    edits: { [`${INPUT}/properties/note`]: { type: 'string' } },
    change: senders('`BookInput.note` was of any type and is now a string.'),
  },
  {
    name: 'a removed value of an enum',
    edits: { [`${INPUT}/properties/genre/enum`]: ['fact'] },
    change: senders('`BookInput.genre` can no longer be `"fiction"`.'),
  },
  {
    name: 'an enum where there was none',
    edits: { [`${INPUT}/properties/title/enum`]: ['Emma'] },
    change: senders('`BookInput.title` could be any value and can now only be `"Emma"`.'),
  },
  {
    name: 'a smaller maximum of a length',
    edits: { [`${INPUT}/properties/title/maxLength`]: 100 },
    change: senders('`BookInput.title` was at most 200 characters long and is now at most 100 characters long.'),
  },
  {
    name: 'a greater minimum of a length',
    edits: { [`${INPUT}/properties/title/minLength`]: 2 },
    change: senders('`BookInput.title` was at least 1 characters long and is now at least 2 characters long.'),
  },
  {
    name: 'a bound where there was none',
    edits: { [`${INPUT}/properties/price/maximum`]: 9 },
    change: senders('`BookInput.price` was unbounded and is now at most 9.'),
  },
  {
    name: 'another pattern',
    edits: { [`${INPUT}/properties/title/pattern`]: '^[a-z]+$' },
    change: senders('The pattern of `BookInput.title` was `"^.+$"` and is now `"^[a-z]+$"`.'),
  },
  {
    name: 'a pattern where there was none',
    edits: { [`${INPUT}/properties/tags/items/pattern`]: '^a' },
    change: senders('The pattern of `BookInput.tags[]` was none and is now `"^a"`.'),
  },
  {
    name: 'another format',
    edits: { [`${INPUT}/properties/pages/format`]: 'int64' },
    change: senders('The format of `BookInput.pages` was `"int32"` and is now `"int64"`.'),
  },
  {
    name: 'a keyword that has no rule of its own',
    edits: { [`${INPUT}/properties/tags/contains`]: { const: 'a' } },
    change: senders('The contains of `BookInput.tags` was none and is now `{"const":"a"}`.'),
  },
  {
    name: 'additional properties that are refused now',
    before: { [`${INPUT}/additionalProperties`]: undefined },
    edits: {},
    change: senders('The additionalProperties of `BookInput` was none and is now `false`.'),
  },
  {
    name: 'a removed variant of a body',
    before: {
      [`${INPUT}/properties/tags`]: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
    },
    edits: { [`${INPUT}/properties/tags`]: { type: 'array', items: { type: 'string' } } },
    change: sending('`BookInput.tags` can no longer be `string`.'),
  },

  // Responses.
  {
    name: 'a removed status',
    edits: { [`${LIST}/responses/404`]: undefined },
    change: { change: 'The response 404 was removed.', affected: 'clients that handle it', endpoints: ['GET /books'] },
  },
  {
    name: 'another status of success',
    edits: { [`${GET}/responses`]: { 202: { description: 'Accepted' } } },
    change: {
      change: 'The response 200 was removed.',
      affected: 'clients that handle it',
      endpoints: ['GET /books/{id}'],
    },
  },
  {
    name: 'a further status of success',
    edits: { [`${GET}/responses/202`]: { description: 'Accepted' } },
    change: {
      change: 'The response 202 was added.',
      affected: 'clients that know only the others',
      endpoints: ['GET /books/{id}'],
    },
  },
  {
    name: 'a removed media type of a response',
    edits: { [`${LIST}/responses/200/content/application~1vnd.toy.v1+json`]: undefined },
    change: readers('The media type `application/vnd.toy.v1+json` of the response 200 was removed.', ['GET /books']),
  },
  {
    name: 'a removed header',
    edits: { [`${LIST}/responses/200/headers/Link`]: undefined },
    change: readers('The header `Link` of the response 200 was removed.', ['GET /books']),
  },
  {
    name: 'a header that becomes optional',
    edits: { 'components/headers/Link/required': false },
    change: {
      change: 'The header `Link` of response 200 is now optional.',
      affected: 'clients that rely on it',
      endpoints: ['GET /books'],
    },
  },
  {
    name: 'a header of another type',
    edits: { 'components/headers/Link/schema/type': 'integer' },
    change: trusting('The header `Link` of response 200 was a string and is now an integer.', ['GET /books']),
  },
  {
    name: 'a removed property',
    edits: { [`${BOOK}/properties/title`]: undefined },
    change: { ...readers('`Book.title` was removed.'), hint: 'Restore it' },
  },
  {
    name: 'a removed optional property',
    edits: { [`${BOOK}/properties/subtitle`]: undefined },
    change: readers('`Book.subtitle` was removed.'),
  },
  {
    name: 'a property that becomes optional',
    edits: { [`${BOOK}/required`]: ['id', 'genre', 'pages'] },
    change: { change: '`Book.title` is now optional.', affected: 'clients that rely on it', endpoints: EVERYWHERE },
  },
  {
    name: 'a property that becomes nullable',
    edits: { [`${BOOK}/properties/title/type`]: ['string', 'null'] },
    change: {
      change: '`Book.title` can now be null.',
      affected: 'clients that rely on a value',
      endpoints: EVERYWHERE,
    },
  },
  {
    name: 'a property that becomes the constant null',
    before: { [`${BOOK}/properties/title/type`]: ['string', 'null'] },
    edits: { [`${BOOK}/properties/title`]: { type: 'null', const: null } },
    change: readers('`Book.title` can no longer be `string`.'),
  },
  {
    name: 'the constant null that becomes a text',
    before: { [`${BOOK}/properties/title`]: { type: 'null', const: null } },
    edits: {},
    change: {
      change: '`Book.title` can now also be `string`.',
      affected: 'clients that rely on the published schema',
      endpoints: EVERYWHERE,
    },
  },
  {
    name: 'a property that catches failures',
    edits: { [`${BOOK}/properties/subtitle/x-catch`]: true },
    change: {
      change: '`Book.subtitle` is now null where reading it fails.',
      affected: 'clients that rely on a value',
      endpoints: EVERYWHERE,
    },
  },
  {
    name: 'a component that becomes nullable',
    before: { [`${BOOK}/properties/author`]: ref('Author') },
    edits: {},
    change: {
      change: '`Book.author` can now be null.',
      affected: 'clients that rely on a value',
      endpoints: EVERYWHERE,
    },
  },
  {
    name: 'a property of another type',
    edits: { [`${BOOK}/properties/id/type`]: 'string' },
    change: trusting('`Book.id` was an integer and is now a string.'),
  },
  {
    name: 'an integer that becomes a number',
    edits: { [`${BOOK}/properties/id/type`]: 'number' },
    change: trusting('`Book.id` was an integer and is now a number.'),
  },
  {
    name: 'a new value of an enum',
    edits: { [`${BOOK}/properties/genre/enum`]: ['fact', 'fiction', 'poetry'] },
    change: trusting('`Book.genre` can now be `"poetry"`.'),
  },
  {
    name: 'a removed enum',
    edits: { [`${BOOK}/properties/genre/enum`]: undefined },
    change: trusting('`Book.genre` was one of `"fact"`, `"fiction"` and can now be any value.'),
  },
  {
    name: 'a wider bound',
    edits: { [`${BOOK}/properties/id/maximum`]: 2000 },
    change: trusting('`Book.id` was at most 1000 and is now at most 2000.'),
  },
  {
    name: 'a removed bound',
    edits: { [`${BOOK}/properties/title/maxLength`]: undefined },
    change: trusting('`Book.title` was at most 200 characters long and is now unbounded.'),
  },
  {
    name: 'a removed format',
    edits: { [`${BOOK}/properties/id/format`]: undefined },
    change: trusting('The format of `Book.id` was `"int64"` and is now none.'),
  },
  {
    name: 'a property of one variant',
    edits: { 'components/schemas/OffsetPagination/properties/total': undefined },
    change: readers('`OffsetPagination.total` was removed.', ['GET /books']),
  },
  {
    name: 'a removed variant',
    edits: {
      [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [ref('OffsetPagination')],
    },
    change: readers('`pagination` of the response 200 can no longer be `CursorPagination`.', ['GET /books']),
  },
  {
    name: 'a new variant',
    before: {
      [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [ref('OffsetPagination')],
    },
    edits: {},
    change: trusting('`pagination` of the response 200 can now also be `CursorPagination`.', ['GET /books']),
  },
  {
    name: 'a property of an error',
    edits: { [`${ERROR}/properties/error`]: undefined },
    change: readers('`Error.error` was removed.', ['GET /books']),
  },
  {
    name: 'additional properties that lose their schema',
    before: { [`${BOOK}/additionalProperties`]: { type: 'string' } },
    edits: {},
    change: trusting('The additionalProperties of `Book` was `{"type":"string"}` and is now none.'),
  },

  // Behind references and anyOf.
  {
    name: 'a difference behind a reference that became a copy',
    edits: {
      [`${BOOK}/properties/author`]: {
        type: ['object', 'null'],
        required: ['name', 'books'],
        properties: { books: { type: 'array', items: ref('Book') } },
      },
    },
    change: readers('`Author.name` was removed.'),
  },
  {
    name: 'another allOf',
    before: { [`${INPUT}/properties/note`]: { type: 'string', allOf: [{ pattern: '^a' }] } },
    edits: { [`${INPUT}/properties/note`]: { type: 'string', allOf: [{ pattern: '^b' }] } },
    change: senders('The pattern of `BookInput.note` was `"^a"` and is now `"^b"`.'),
  },
  {
    name: 'a difference within a recursive schema',
    edits: { 'components/schemas/Author/properties/books/items': { anyOf: [ref('Book'), { type: 'null' }] } },
    change: {
      change: '`Author.books[]` can now be null.',
      affected: 'clients that rely on a value',
      endpoints: EVERYWHERE,
    },
  },
  {
    name: 'another constant',
    before: { [`${BOOK}/properties/kind`]: { const: 'book' } },
    edits: { [`${BOOK}/properties/kind`]: { const: 'Book' } },
    change: trusting('`Book.kind` can now be `"Book"` and can no longer be `"book"`.'),
  },
];

export const additions: readonly Case[] = [
  { name: 'a new path', edits: { 'paths/~1shelves': { get: { responses: {} } } } },
  { name: 'a new method', edits: { 'paths/~1books~1{id}/delete': { responses: { 204: {} } } } },
  {
    name: 'descriptions',
    edits: { 'info/description': 'Books.', [`${BOOK}/description`]: 'x', [`${LIMIT}/description`]: 'y' },
  },
  {
    name: 'a property that catches failures no more',
    before: { [`${BOOK}/properties/subtitle/x-catch`]: true },
    edits: {},
  },
  { name: 'a deprecation', edits: { [`${GET}/deprecated`]: true, [`${BOOK}/properties/title/deprecated`]: true } },
  { name: 'a parameter of a path that may have slashes', edits: { [`${GET}/parameters/0/x-multi-segment`]: true } },
  { name: 'an example', edits: { [`${LIMIT}/example`]: 7, [`${INPUT}/properties/title/examples`]: ['Emma'] } },
  { name: 'fewer scopes', edits: { [`${LIST}/x-scopes`]: [] } },
  { name: 'an alternative scope', edits: { [`${LIST}/x-scopes`]: [['books:read', 'admin']] } },
  {
    name: 'scopes in another order, repeated',
    edits: {
      [`${ADD}/x-scopes`]: [
        ['admin', 'books:write'],
        ['books:write', 'admin'],
      ],
    },
  },
  { name: 'no credentials', edits: { [`${GET}/security`]: [] } },
  {
    name: 'no credentials, and so no errors about them',
    before: {
      [`${GET}/responses/401`]: { $ref: '#/components/responses/NotFound' },
      [`${GET}/responses/403`]: { $ref: '#/components/responses/NotFound' },
    },
    edits: { [`${GET}/security`]: [] },
  },
  { name: 'optional credentials', edits: { [`${GET}/security`]: [{}, { bearer: [] }] } },
  {
    name: 'credentials that are optional where none were read',
    before: { [`${GET}/security`]: [] },
    edits: { [`${GET}/security`]: [{}, { bearer: [] }] },
  },
  {
    name: 'credentials by another name',
    edits: {
      'components/securitySchemes/token': { type: 'http', scheme: 'bearer' },
      [`${GET}/security`]: [{ token: [] }],
    },
  },
  {
    name: 'a new optional parameter',
    edits: { [`${LIST}/parameters/-`]: { name: 'shelf', in: 'query', required: false, schema: { type: 'string' } } },
  },
  { name: 'a parameter that becomes optional', before: { [`${LIMIT}/required`]: true }, edits: {} },
  { name: 'a greater maximum', edits: { [`${LIMIT}/schema/maximum`]: 200 } },
  { name: 'a removed maximum', edits: { [`${LIMIT}/schema/maximum`]: undefined } },
  { name: 'a smaller minimum', edits: { [`${LIMIT}/schema/minimum`]: 0 } },
  { name: 'a new value of a parameter', edits: { [`${GENRES}/schema/items/enum`]: ['fact', 'fiction', 'poetry'] } },
  { name: 'a new optional property of a body', edits: { [`${INPUT}/properties/isbn`]: { type: 'string' } } },
  { name: 'a property of a body that becomes optional', edits: { [`${INPUT}/required`]: [] } },
  { name: 'a body that becomes optional', edits: { [`${ADD}/requestBody/required`]: false } },
  { name: 'a new optional body', edits: { [`${GET}/requestBody`]: { required: false, content: {} } } },
  {
    name: 'a body of one media type that has any',
    before: { [`${ADD}/requestBody/content/image~1png`]: {} },
    edits: { [`${ADD}/requestBody/content/*~1*`]: {} },
  },
  { name: 'a new media type of a body', edits: { [`${ADD}/requestBody/content/text~1csv`]: { schema: {} } } },
  {
    name: 'a property of a body that becomes nullable',
    edits: { [`${INPUT}/properties/title/type`]: ['string', 'null'] },
  },
  {
    name: 'an integer of a body that becomes a number',
    before: { [`${INPUT}/properties/price/type`]: 'integer' },
    edits: {},
  },
  {
    name: 'a new variant of a body',
    edits: { [`${INPUT}/properties/price`]: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'string' }] } },
  },
  { name: 'a removed pattern', edits: { [`${INPUT}/properties/title/pattern`]: undefined } },
  { name: 'additional properties of a body', edits: { [`${INPUT}/additionalProperties`]: undefined } },
  { name: 'a new property of a response', edits: { [`${BOOK}/properties/isbn`]: { type: 'string' } } },
  {
    name: 'a new required property of a response',
    edits: { [`${BOOK}/properties/isbn`]: { type: 'string' }, [`${BOOK}/required/-`]: 'isbn' },
  },
  { name: 'a property of a response that becomes required', edits: { [`${BOOK}/required/-`]: 'subtitle' } },
  {
    name: 'a property of a response that can no longer be null',
    edits: { [`${BOOK}/properties/pages/type`]: 'integer' },
  },
  { name: 'a component that can no longer be null', edits: { [`${BOOK}/properties/author`]: ref('Author') } },
  { name: 'a removed value of a response', edits: { [`${BOOK}/properties/genre/enum`]: ['fact'] } },
  { name: 'a narrower bound of a response', edits: { [`${BOOK}/properties/id/maximum`]: 10 } },
  { name: 'a format where there was none', edits: { [`${BOOK}/properties/pages/format`]: 'int32' } },
  { name: 'a 304', edits: { [`${GET}/responses/304`]: { description: 'Not Modified.' } } },
  {
    name: 'a status of success in the document of several versions',
    edits: {
      [`${GET}/responses/202`]: { description: 'Accepted.', content: { 'application/vnd.toy.v2+json': {} } },
    },
  },
  { name: 'a new status', edits: { [`${GET}/responses/429`]: { description: 'Too many.' } } },
  { name: 'a 410', edits: { [`${GET}/responses/410`]: { description: 'Gone.' } } },
  {
    name: 'no 410 any more',
    before: { [`${GET}/responses/410`]: { description: 'Gone.' } },
    edits: {},
  },
  { name: 'a new header', edits: { [`${LIST}/responses/200/headers/ETag`]: { schema: { type: 'string' } } } },
  { name: 'a header that becomes required', before: { 'components/headers/Link/required': false }, edits: {} },
  { name: 'a new media type of a response', edits: { [`${GET}/responses/200/content/text~1csv`]: { schema: {} } } },
  { name: 'a new code of an error', edits: { [`${ERROR}/properties/code/enum`]: ['NOT_FOUND', 'GONE'] } },
  {
    name: 'variants in another order',
    edits: {
      [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [
        ref('CursorPagination'),
        ref('OffsetPagination'),
      ],
    },
  },
  {
    name: 'a renamed component',
    edits: {
      'components/schemas/Writer': {
        type: 'object',
        required: ['name', 'books'],
        properties: { name: { type: 'string' }, books: { type: 'array', items: ref('Book') } },
      },
      [`${BOOK}/properties/author`]: { anyOf: [ref('Writer'), { type: 'null' }] },
    },
  },
  {
    name: 'a reference to a reference',
    edits: {
      [`${ADD}/responses/201/content/application~1json/schema`]: { $ref: '#/components/schemas/Copy' },
      'components/schemas/Copy': ref('Book'),
    },
  },
];

import type { Edits } from './toyApi.ts';

/** A breaking change, the edits of the toy document that make it, and those of its previous revision. */
type Break = readonly [change: string, edits: Edits, before?: Edits, hint?: string];
type Breaks = readonly [affected: string, endpoints: readonly string[], breaks: readonly Break[]];

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

/** Breaking changes, by the clients and the endpoints that they affect. */
export const breaks: readonly Breaks[] = [
  [
    'clients that call it',
    ['GET /books/{id}'],
    [
      [
        '`GET /books/{id}` was removed.',
        { 'paths/~1books~1{id}': undefined },
        {},
        'Keep it until the date of a published `sunset`',
      ],
    ],
  ],
  ['clients that call it', ['POST /books'], [['`POST /books` was removed.', { [ADD]: undefined }]]],
  ['every client', [], [['The server URL was `/v1` and is now `/api/v1`.', { 'servers/0/url': '/api/v1' }]]],
  [
    'clients generated from the document',
    ['GET /books/{id}'],
    [['The operation `getBook` was renamed to `readBook`.', { [`${GET}/operationId`]: 'readBook' }]],
  ],
  [
    'agents that call it',
    ['GET /books/{id}'],
    [
      [
        '`GET /books/{id}` is no longer a tool for agents.',
        {},
        { [`${GET}/x-mcp-tool`]: true },
        'Restore it in `tools` of conventions.json',
      ],
    ],
  ],
  [
    'callers that were authorized without it',
    ['GET /books/{id}'],
    [
      ['It required nothing, and now requires `http bearer`.', {}, { [`${GET}/security`]: [] }],
      [
        'It required nothing, or `http bearer`, and now requires `http bearer`.',
        {},
        { [`${GET}/security`]: [{}, { bearer: [] }] },
      ],
      [
        'It required `http bearer`, and now requires `apiKey header X-Key`.',
        {
          'components/securitySchemes/bearer': { type: 'apiKey', in: 'header', name: 'X-Key' },
          [LIST]: undefined,
          [ADD]: undefined,
        },
        { [LIST]: undefined, [ADD]: undefined },
      ],
    ],
  ],
  [
    'clients that handle it',
    ['GET /books/{id}'],
    [
      [
        'The response 401 was removed.',
        { [`${GET}/security`]: [{}, { bearer: [] }] },
        { [`${GET}/responses/401`]: { $ref: '#/components/responses/NotFound' } },
      ],
      ['The response 200 was removed.', { [`${GET}/responses`]: { 202: { description: 'Accepted' } } }],
    ],
  ],
  [
    'callers whose tokens lack the scope',
    ['GET /books/{id}'],
    [['The required scopes were nothing, and are now `books:read`.', { [`${GET}/x-scopes`]: [['books:read']] }]],
  ],
  [
    'callers whose tokens lack the scope',
    ['GET /books'],
    [
      [
        'The required scopes were `books:read`, and are now `books:read` and `shelves:read`.',
        { [`${LIST}/x-scopes/-`]: ['shelves:read'] },
      ],
    ],
  ],
  [
    'callers whose tokens lack the scope',
    ['POST /books'],
    [
      [
        'The required scopes were `books:write`, or `admin`, and are now `admin`.',
        { [`${ADD}/x-scopes`]: [['admin']] },
      ],
    ],
  ],
  [
    'clients that send it',
    ['GET /books'],
    [
      [
        'The query parameter `limit` was removed.',
        {
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
      ],
      ['The serialization of the query parameter `genres` has changed.', { [`${GENRES}/explode`]: true }],
    ],
  ],
  [
    'clients that do not send it',
    ['GET /books'],
    [
      [
        'The query parameter `shelf` was added and is required.',
        { [`${LIST}/parameters/-`]: { name: 'shelf', in: 'query', required: true, schema: { type: 'string' } } },
        {},
        'Make it optional',
      ],
      ['The query parameter `limit` is now required.', { [`${LIMIT}/required`]: true }],
      ['The default of the query parameter `limit` was `20` and is now `10`.', { [`${LIMIT}/schema/default`]: 10 }],
      [
        'The default of the query parameter `limit` was `20` and is now none.',
        { [`${LIMIT}/schema/default`]: undefined },
      ],
      [
        'The default of the query parameter `genres` was none and is now `["fact"]`.',
        { [`${GENRES}/schema/default`]: ['fact'] },
      ],
    ],
  ],
  [
    'clients that send other values',
    ['GET /books'],
    [
      ['The query parameter `limit` was an integer and is now a string.', { [`${LIMIT}/schema/type`]: 'string' }],
      ['The query parameter `limit` was at most 100 and is now at most 50.', { [`${LIMIT}/schema/maximum`]: 50 }],
      ['The query parameter `limit` was at least 1 and is now at least 2.', { [`${LIMIT}/schema/minimum`]: 2 }],
      [
        'An item of the query parameter `genres` can no longer be `"fiction"`.',
        { [`${GENRES}/schema/items/enum`]: ['fact'] },
      ],
      [
        'The query parameter `genres` was at most 3 items long and is now at most 2 items long.',
        { [`${GENRES}/schema/maxItems`]: 2 },
      ],
    ],
  ],
  [
    'clients that send other values',
    ['GET /books/{id}'],
    [
      ['The path parameter `id` was at least 0 and is now at least 1.', { [`${GET}/parameters/0/schema/minimum`]: 1 }],
      [
        'The path parameter `id` was unbounded and is now at most 1 segment long.',
        {},
        { [`${GET}/parameters/0/x-multi-segment`]: true },
      ],
    ],
  ],
  [
    'clients that send it',
    ['POST /books'],
    [
      ['The request body was removed.', { [`${ADD}/requestBody`]: undefined }],
      [
        'The media type `text/csv` of the request body was removed.',
        {},
        { [`${ADD}/requestBody/content/text~1csv`]: { schema: {} } },
      ],
      [
        'The media type `*/*` of the request body was removed.',
        { [`${ADD}/requestBody/content/image~1png`]: {} },
        { [`${ADD}/requestBody/content/*~1*`]: {} },
      ],
      ['`BookInput.tags` was removed.', { [`${INPUT}/properties/tags`]: undefined }],
      [
        '`BookInput.tags` can no longer be `string`.',
        { [`${INPUT}/properties/tags`]: { type: 'array', items: { type: 'string' } } },
        {
          [`${INPUT}/properties/tags`]: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
        },
      ],
    ],
  ],
  [
    'clients that do not send it',
    ['POST /books'],
    [
      ['The request body was added and is required.', {}, { [`${ADD}/requestBody`]: undefined }],
      ['The request body is now required.', {}, { [`${ADD}/requestBody/required`]: false }],
      [
        '`BookInput.isbn` was added and is required.',
        { [`${INPUT}/properties/isbn`]: { type: 'string' }, [`${INPUT}/required/-`]: 'isbn' },
      ],
      ['`BookInput.genre` is now required.', { [`${INPUT}/required/-`]: 'genre' }],
    ],
  ],
  [
    'clients that send null',
    ['POST /books'],
    [['`BookInput.pages` can no longer be null.', { [`${INPUT}/properties/pages/type`]: 'integer' }]],
  ],
  [
    'clients that send other values',
    ['POST /books'],
    [
      ['`BookInput.price` was a number and is now an integer.', { [`${INPUT}/properties/price/type`]: 'integer' }],
      [
        '`BookInput.note` was of any type and is now a string.',
        { [`${INPUT}/properties/note`]: { type: 'string' } },
        { [`${INPUT}/properties/note`]: {} },
      ],
      ['`BookInput.genre` can no longer be `"fiction"`.', { [`${INPUT}/properties/genre/enum`]: ['fact'] }],
      [
        '`BookInput.title` could be any value and can now only be `"Emma"`.',
        { [`${INPUT}/properties/title/enum`]: ['Emma'] },
      ],
      [
        '`BookInput.title` was at most 200 characters long and is now at most 100 characters long.',
        { [`${INPUT}/properties/title/maxLength`]: 100 },
      ],
      [
        '`BookInput.title` was at least 1 characters long and is now at least 2 characters long.',
        { [`${INPUT}/properties/title/minLength`]: 2 },
      ],
      ['`BookInput.price` was unbounded and is now at most 9.', { [`${INPUT}/properties/price/maximum`]: 9 }],
      [
        'The pattern of `BookInput.title` was `"^.+$"` and is now `"^[a-z]+$"`.',
        { [`${INPUT}/properties/title/pattern`]: '^[a-z]+$' },
      ],
      [
        'The pattern of `BookInput.tags[]` was none and is now `"^a"`.',
        { [`${INPUT}/properties/tags/items/pattern`]: '^a' },
      ],
      [
        'The format of `BookInput.pages` was `"int32"` and is now `"int64"`.',
        { [`${INPUT}/properties/pages/format`]: 'int64' },
      ],
      [
        'The contains of `BookInput.tags` was none and is now `{"const":"a"}`.',
        { [`${INPUT}/properties/tags/contains`]: { const: 'a' } },
      ],
      [
        'The additionalProperties of `BookInput` was none and is now `false`.',
        {},
        { [`${INPUT}/additionalProperties`]: undefined },
      ],
      [
        'The pattern of `BookInput.note` was `"^a"` and is now `"^b"`.',
        { [`${INPUT}/properties/note`]: { type: 'string', allOf: [{ pattern: '^b' }] } },
        { [`${INPUT}/properties/note`]: { type: 'string', allOf: [{ pattern: '^a' }] } },
      ],
    ],
  ],
  [
    'clients that handle it',
    ['GET /books'],
    [['The response 404 was removed.', { [`${LIST}/responses/404`]: undefined }]],
  ],
  [
    'clients that know only the others',
    ['GET /books/{id}'],
    [['The response 202 was added.', { [`${GET}/responses/202`]: { description: 'Accepted' } }]],
  ],
  [
    'clients that read it',
    ['GET /books'],
    [
      [
        'The media type `application/vnd.toy.v1+json` of the response 200 was removed.',
        { [`${LIST}/responses/200/content/application~1vnd.toy.v1+json`]: undefined },
      ],
      ['The header `Link` of the response 200 was removed.', { [`${LIST}/responses/200/headers/Link`]: undefined }],
      ['`OffsetPagination.total` was removed.', { 'components/schemas/OffsetPagination/properties/total': undefined }],
      [
        '`pagination` of the response 200 can no longer be `CursorPagination`.',
        {
          [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [
            ref('OffsetPagination'),
          ],
        },
      ],
      ['`Error.error` was removed.', { [`${ERROR}/properties/error`]: undefined }],
    ],
  ],
  [
    'clients that rely on it',
    ['GET /books'],
    [['The header `Link` of response 200 is now optional.', { 'components/headers/Link/required': false }]],
  ],
  [
    'clients that rely on the published schema',
    ['GET /books'],
    [
      [
        'The header `Link` of response 200 was a string and is now an integer.',
        { 'components/headers/Link/schema/type': 'integer' },
      ],
      [
        '`pagination` of the response 200 can now also be `CursorPagination`.',
        {},
        {
          [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [
            ref('OffsetPagination'),
          ],
        },
      ],
    ],
  ],
  [
    'clients that read it',
    EVERYWHERE,
    [
      ['`Book.title` was removed.', { [`${BOOK}/properties/title`]: undefined }, {}, 'Restore it'],
      ['`Book.subtitle` was removed.', { [`${BOOK}/properties/subtitle`]: undefined }],
      [
        '`Book.title` can no longer be `string`.',
        { [`${BOOK}/properties/title`]: { type: 'null', const: null } },
        { [`${BOOK}/properties/title/type`]: ['string', 'null'] },
      ],
      [
        '`Author.name` was removed.',
        {
          [`${BOOK}/properties/author`]: {
            type: ['object', 'null'],
            required: ['name', 'books'],
            properties: { books: { type: 'array', items: ref('Book') } },
          },
        },
      ],
    ],
  ],
  [
    'clients that rely on it',
    EVERYWHERE,
    [['`Book.title` is now optional.', { [`${BOOK}/required`]: ['id', 'genre', 'pages'] }]],
  ],
  [
    'clients that rely on a value',
    EVERYWHERE,
    [
      ['`Book.title` can now be null.', { [`${BOOK}/properties/title/type`]: ['string', 'null'] }],
      ['`Book.subtitle` is now null where reading it fails.', { [`${BOOK}/properties/subtitle/x-catch`]: true }],
      ['`Book.author` can now be null.', {}, { [`${BOOK}/properties/author`]: ref('Author') }],
      [
        '`Author.books[]` can now be null.',
        { 'components/schemas/Author/properties/books/items': { anyOf: [ref('Book'), { type: 'null' }] } },
      ],
    ],
  ],
  [
    'clients that rely on the published schema',
    EVERYWHERE,
    [
      ['`Book.title` can now also be `string`.', {}, { [`${BOOK}/properties/title`]: { type: 'null', const: null } }],
      ['`Book.id` was an integer and is now a string.', { [`${BOOK}/properties/id/type`]: 'string' }],
      ['`Book.id` was an integer and is now a number.', { [`${BOOK}/properties/id/type`]: 'number' }],
      ['`Book.genre` can now be `"poetry"`.', { [`${BOOK}/properties/genre/enum`]: ['fact', 'fiction', 'poetry'] }],
      [
        '`Book.genre` was one of `"fact"`, `"fiction"` and can now be any value.',
        { [`${BOOK}/properties/genre/enum`]: undefined },
      ],
      ['`Book.id` was at most 1000 and is now at most 2000.', { [`${BOOK}/properties/id/maximum`]: 2000 }],
      [
        '`Book.title` was at most 200 characters long and is now unbounded.',
        { [`${BOOK}/properties/title/maxLength`]: undefined },
      ],
      ['The format of `Book.id` was `"int64"` and is now none.', { [`${BOOK}/properties/id/format`]: undefined }],
      [
        'The additionalProperties of `Book` was `{"type":"string"}` and is now none.',
        {},
        { [`${BOOK}/additionalProperties`]: { type: 'string' } },
      ],
      [
        '`Book.kind` can now be `"Book"` and can no longer be `"book"`.',
        { [`${BOOK}/properties/kind`]: { const: 'Book' } },
        { [`${BOOK}/properties/kind`]: { const: 'book' } },
      ],
    ],
  ],
];

/** Changes that break nobody. */
export const additions: readonly [name: string, edits: Edits, before?: Edits][] = [
  ['a new path', { 'paths/~1shelves': { get: { responses: {} } } }],
  ['a new method', { 'paths/~1books~1{id}/delete': { responses: { 204: {} } } }],
  ['descriptions', { 'info/description': 'Books.', [`${BOOK}/description`]: 'x', [`${LIMIT}/description`]: 'y' }],
  ['a property that catches failures no more', {}, { [`${BOOK}/properties/subtitle/x-catch`]: true }],
  ['a deprecation', { [`${GET}/deprecated`]: true, [`${BOOK}/properties/title/deprecated`]: true }],
  ['a parameter of a path that may have slashes', { [`${GET}/parameters/0/x-multi-segment`]: true }],
  ['an example', { [`${LIMIT}/example`]: 7, [`${INPUT}/properties/title/examples`]: ['Emma'] }],
  ['fewer scopes', { [`${LIST}/x-scopes`]: [] }],
  ['an alternative scope', { [`${LIST}/x-scopes`]: [['books:read', 'admin']] }],
  [
    'scopes in another order, repeated',
    {
      [`${ADD}/x-scopes`]: [
        ['admin', 'books:write'],
        ['books:write', 'admin'],
      ],
    },
  ],
  ['no credentials', { [`${GET}/security`]: [] }],
  [
    'no credentials, and so no errors about them',
    { [`${GET}/security`]: [] },
    {
      [`${GET}/responses/401`]: { $ref: '#/components/responses/NotFound' },
      [`${GET}/responses/403`]: { $ref: '#/components/responses/NotFound' },
    },
  ],
  ['optional credentials', { [`${GET}/security`]: [{}, { bearer: [] }] }],
  [
    'credentials that are optional where none were read',
    { [`${GET}/security`]: [{}, { bearer: [] }] },
    { [`${GET}/security`]: [] },
  ],
  [
    'credentials by another name',
    { 'components/securitySchemes/token': { type: 'http', scheme: 'bearer' }, [`${GET}/security`]: [{ token: [] }] },
  ],
  [
    'a new optional parameter',
    { [`${LIST}/parameters/-`]: { name: 'shelf', in: 'query', required: false, schema: { type: 'string' } } },
  ],
  ['a parameter that becomes optional', {}, { [`${LIMIT}/required`]: true }],
  ['a greater maximum', { [`${LIMIT}/schema/maximum`]: 200 }],
  ['a removed maximum', { [`${LIMIT}/schema/maximum`]: undefined }],
  ['a smaller minimum', { [`${LIMIT}/schema/minimum`]: 0 }],
  ['a new value of a parameter', { [`${GENRES}/schema/items/enum`]: ['fact', 'fiction', 'poetry'] }],
  ['a new optional property of a body', { [`${INPUT}/properties/isbn`]: { type: 'string' } }],
  ['a property of a body that becomes optional', { [`${INPUT}/required`]: [] }],
  ['a body that becomes optional', { [`${ADD}/requestBody/required`]: false }],
  ['a new optional body', { [`${GET}/requestBody`]: { required: false, content: {} } }],
  [
    'a body of one media type that has any',
    { [`${ADD}/requestBody/content/*~1*`]: {} },
    { [`${ADD}/requestBody/content/image~1png`]: {} },
  ],
  ['a new media type of a body', { [`${ADD}/requestBody/content/text~1csv`]: { schema: {} } }],
  ['a property of a body that becomes nullable', { [`${INPUT}/properties/title/type`]: ['string', 'null'] }],
  ['an integer of a body that becomes a number', {}, { [`${INPUT}/properties/price/type`]: 'integer' }],
  [
    'a new variant of a body',
    { [`${INPUT}/properties/price`]: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'string' }] } },
  ],
  ['a removed pattern', { [`${INPUT}/properties/title/pattern`]: undefined }],
  ['additional properties of a body', { [`${INPUT}/additionalProperties`]: undefined }],
  ['a new property of a response', { [`${BOOK}/properties/isbn`]: { type: 'string' } }],
  [
    'a new required property of a response',
    { [`${BOOK}/properties/isbn`]: { type: 'string' }, [`${BOOK}/required/-`]: 'isbn' },
  ],
  ['a property of a response that becomes required', { [`${BOOK}/required/-`]: 'subtitle' }],
  ['a property of a response that can no longer be null', { [`${BOOK}/properties/pages/type`]: 'integer' }],
  ['a component that can no longer be null', { [`${BOOK}/properties/author`]: ref('Author') }],
  ['a removed value of a response', { [`${BOOK}/properties/genre/enum`]: ['fact'] }],
  ['a narrower bound of a response', { [`${BOOK}/properties/id/maximum`]: 10 }],
  ['a format where there was none', { [`${BOOK}/properties/pages/format`]: 'int32' }],
  ['a 304', { [`${GET}/responses/304`]: { description: 'Not Modified.' } }],
  [
    'a status of success in the document of several versions',
    { [`${GET}/responses/202`]: { description: 'Accepted.', content: { 'application/vnd.toy.v2+json': {} } } },
  ],
  ['a new status', { [`${GET}/responses/429`]: { description: 'Too many.' } }],
  ['a 410', { [`${GET}/responses/410`]: { description: 'Gone.' } }],
  ['no 410 any more', {}, { [`${GET}/responses/410`]: { description: 'Gone.' } }],
  ['a new header', { [`${LIST}/responses/200/headers/ETag`]: { schema: { type: 'string' } } }],
  ['a header that becomes required', {}, { 'components/headers/Link/required': false }],
  ['a new media type of a response', { [`${GET}/responses/200/content/text~1csv`]: { schema: {} } }],
  ['a new code of an error', { [`${ERROR}/properties/code/enum`]: ['NOT_FOUND', 'GONE'] }],
  [
    'variants in another order',
    {
      [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [
        ref('CursorPagination'),
        ref('OffsetPagination'),
      ],
    },
  ],
  [
    'a renamed component',
    {
      'components/schemas/Writer': {
        type: 'object',
        required: ['name', 'books'],
        properties: { name: { type: 'string' }, books: { type: 'array', items: ref('Book') } },
      },
      [`${BOOK}/properties/author`]: { anyOf: [ref('Writer'), { type: 'null' }] },
    },
  ],
  [
    'a reference to a reference',
    {
      [`${ADD}/responses/201/content/application~1json/schema`]: { $ref: '#/components/schemas/Copy' },
      'components/schemas/Copy': ref('Book'),
    },
  ],
];

import type { Edits } from './toyApi.ts';

/** Edits of the toy document, and of what it was compared with before. */
export interface Case {
  name: string;
  before?: Edits;
  edits: Edits;
}

/** What is expected of an edit that breaks clients. */
export interface BreakingCase extends Case {
  change: { what: string; whom: string; where: string[]; mend?: string };
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

const readers = (what: string, where = EVERYWHERE) => ({ what, whom: 'clients that read it', where });
const trusting = (what: string, where = EVERYWHERE) => ({
  what,
  whom: 'clients that count on what was promised',
  where,
});
const senders = (what: string, where = ['POST /books']) => ({
  what,
  whom: 'clients that send what is refused now',
  where,
});
const silent = (what: string, where = ['POST /books']) => ({ what, whom: 'clients that leave it out', where });
const sending = (what: string, where = ['POST /books']) => ({ what, whom: 'clients that send it', where });

export const breaks: readonly BreakingCase[] = [
  // Endpoints.
  {
    name: 'a removed path',
    edits: { 'paths/~1books~1{id}': undefined },
    change: {
      what: '`GET /books/{id}` is gone.',
      whom: 'clients that call it',
      where: ['GET /books/{id}'],
      mend: 'Put it back, and give it a `sunset` after which it can go',
    },
  },
  {
    name: 'a removed method',
    edits: { [ADD]: undefined },
    change: { what: '`POST /books` is gone.', whom: 'clients that call it', where: ['POST /books'] },
  },
  {
    name: 'a server elsewhere',
    edits: { 'servers/0/url': '/api/v1' },
    change: { what: 'The paths began with `/v1` and begin with `/api/v1` now.', whom: 'every client', where: [] },
  },
  {
    name: 'an operation by another name',
    edits: { [`${GET}/operationId`]: 'readBook' },
    change: {
      what: 'The operation `getBook` is called `readBook` now.',
      whom: 'clients generated from the document',
      where: ['GET /books/{id}'],
    },
  },

  // Who may call.
  {
    name: 'credentials where none were asked for',
    before: { [`${GET}/security`]: [] },
    edits: {},
    change: {
      what: 'It asked for nothing, and asks for `http bearer` now.',
      whom: 'callers who were let in without it',
      where: ['GET /books/{id}'],
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
      what: 'It asked for `http bearer`, and asks for `apiKey header X-Key` now.',
      whom: 'callers who were let in without it',
      where: ['GET /books/{id}'],
    },
  },
  {
    name: 'a scope where none was needed',
    edits: { [`${GET}/x-scopes`]: [['books:read']] },
    change: {
      what: 'The scopes were nothing, and are `books:read` now.',
      whom: 'callers whose tokens lack the scope',
      where: ['GET /books/{id}'],
    },
  },
  {
    name: 'one more scope',
    edits: { [`${LIST}/x-scopes/-`]: ['shelves:read'] },
    change: {
      what: 'The scopes were `books:read`, and are `books:read` and `shelves:read` now.',
      whom: 'callers whose tokens lack the scope',
      where: ['GET /books'],
    },
  },
  {
    name: 'a scope that is no alternative any more',
    edits: { [`${ADD}/x-scopes`]: [['admin']] },
    change: {
      what: 'The scopes were `books:write`, or `admin`, and are `admin` now.',
      whom: 'callers whose tokens lack the scope',
      where: ['POST /books'],
    },
  },

  // Parameters.
  {
    name: 'a removed parameter, which is refused then',
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
    change: sending('The query parameter `limit` is gone.', ['GET /books']),
  },
  {
    name: 'a new required parameter',
    edits: { [`${LIST}/parameters/-`]: { name: 'shelf', in: 'query', required: true, schema: { type: 'string' } } },
    change: { ...silent('The query parameter `shelf` is new and required.', ['GET /books']), mend: 'Make it optional' },
  },
  {
    name: 'a parameter that becomes required',
    edits: { [`${LIMIT}/required`]: true },
    change: silent('The query parameter `limit` must be there now.', ['GET /books']),
  },
  {
    name: 'a parameter of another type',
    edits: { [`${LIMIT}/schema/type`]: 'string' },
    change: senders('The query parameter `limit` was an integer and is a string now.', ['GET /books']),
  },
  {
    name: 'a smaller maximum',
    edits: { [`${LIMIT}/schema/maximum`]: 50 },
    change: senders('The query parameter `limit` was at most 100 and is at most 50 now.', ['GET /books']),
  },
  {
    name: 'a greater minimum',
    edits: { [`${LIMIT}/schema/minimum`]: 2 },
    change: senders('The query parameter `limit` was at least 1 and is at least 2 now.', ['GET /books']),
  },
  {
    name: 'another default',
    edits: { [`${LIMIT}/schema/default`]: 10 },
    change: silent('The default of the query parameter `limit` was `20` and is `10` now.', ['GET /books']),
  },
  {
    name: 'a default that is gone',
    edits: { [`${LIMIT}/schema/default`]: undefined },
    change: silent('The default of the query parameter `limit` was `20` and is none now.', ['GET /books']),
  },
  {
    name: 'a default where there was none',
    edits: { [`${GENRES}/schema/default`]: ['fact'] },
    change: silent('The default of the query parameter `genres` was none and is `["fact"]` now.', ['GET /books']),
  },
  {
    name: 'a value of a parameter that is refused',
    edits: { [`${GENRES}/schema/items/enum`]: ['fact'] },
    change: senders('An item of the query parameter `genres` cannot be `"fiction"` any more.', ['GET /books']),
  },
  {
    name: 'a shorter list',
    edits: { [`${GENRES}/schema/maxItems`]: 2 },
    change: senders('The query parameter `genres` was at most 3 items long and is at most 2 items long now.', [
      'GET /books',
    ]),
  },
  {
    name: 'a list that is written in another way',
    edits: { [`${GENRES}/explode`]: true },
    change: sending('The query parameter `genres` is written in another way now.', ['GET /books']),
  },
  {
    name: 'a narrower parameter of a whole path',
    edits: { 'paths/~1books~1{id}/parameters/0/schema/minimum': 1 },
    change: senders('The path parameter `id` was at least 0 and is at least 1 now.', ['GET /books/{id}']),
  },

  // Request bodies.
  {
    name: 'a body that is not taken any more',
    edits: { [`${ADD}/requestBody`]: undefined },
    change: sending('The request body is gone.'),
  },
  {
    name: 'a body where none was needed',
    before: { [`${ADD}/requestBody`]: undefined },
    edits: {},
    change: silent('The request body is new and required.'),
  },
  {
    name: 'a body that becomes required',
    before: { [`${ADD}/requestBody/required`]: false },
    edits: {},
    change: silent('The request body must be there now.'),
  },
  {
    name: 'a media type that is not taken any more',
    before: { [`${ADD}/requestBody/content/text~1csv`]: { schema: {} } },
    edits: {},
    change: sending('The request body cannot be `text/csv` any more.'),
  },
  {
    name: 'a property that is not taken any more',
    edits: { [`${INPUT}/properties/tags`]: undefined },
    change: sending('`BookInput.tags` is gone.'),
  },
  {
    name: 'a new required property',
    edits: { [`${INPUT}/properties/isbn`]: { type: 'string' }, [`${INPUT}/required/-`]: 'isbn' },
    change: silent('`BookInput.isbn` is new and required.'),
  },
  {
    name: 'a property that becomes required',
    edits: { [`${INPUT}/required/-`]: 'genre' },
    change: silent('`BookInput.genre` must be there now.'),
  },
  {
    name: 'a property that may not be null any more',
    edits: { [`${INPUT}/properties/pages/type`]: 'integer' },
    change: {
      what: '`BookInput.pages` cannot be null any more.',
      whom: 'clients that send null',
      where: ['POST /books'],
    },
  },
  {
    name: 'a number that must be whole',
    edits: { [`${INPUT}/properties/price/type`]: 'integer' },
    change: senders('`BookInput.price` was a number and is an integer now.'),
  },
  {
    name: 'a type where anything was taken',
    before: { [`${INPUT}/properties/note`]: {} },
    edits: { [`${INPUT}/properties/note`]: { type: 'string' } },
    change: senders('`BookInput.note` was anything and is a string now.'),
  },
  {
    name: 'a value of an enum that is refused',
    edits: { [`${INPUT}/properties/genre/enum`]: ['fact'] },
    change: senders('`BookInput.genre` cannot be `"fiction"` any more.'),
  },
  {
    name: 'a list of values where any text was taken',
    edits: { [`${INPUT}/properties/title/enum`]: ['Emma'] },
    change: senders('`BookInput.title` was not bound to a list of values and can only be `"Emma"` now.'),
  },
  {
    name: 'a shorter text',
    edits: { [`${INPUT}/properties/title/maxLength`]: 100 },
    change: senders('`BookInput.title` was at most 200 characters long and is at most 100 characters long now.'),
  },
  {
    name: 'a longer text at the least',
    edits: { [`${INPUT}/properties/title/minLength`]: 2 },
    change: senders('`BookInput.title` was at least 1 characters long and is at least 2 characters long now.'),
  },
  {
    name: 'a bound where there was none',
    edits: { [`${INPUT}/properties/price/maximum`]: 9 },
    change: senders('`BookInput.price` was not bounded so and is at most 9 now.'),
  },
  {
    name: 'another pattern',
    edits: { [`${INPUT}/properties/title/pattern`]: '^[a-z]+$' },
    change: senders('The pattern of `BookInput.title` was `"^.+$"` and is `"^[a-z]+$"` now.'),
  },
  {
    name: 'a pattern where there was none',
    edits: { [`${INPUT}/properties/tags/items/pattern`]: '^a' },
    change: senders('The pattern of `BookInput.tags[]` was none and is `"^a"` now.'),
  },
  {
    name: 'another format',
    edits: { [`${INPUT}/properties/pages/format`]: 'int64' },
    change: senders('The format of `BookInput.pages` was `"int32"` and is `"int64"` now.'),
  },
  {
    name: 'a keyword that has no rule of its own',
    edits: { [`${INPUT}/properties/tags/contains`]: { const: 'a' } },
    change: senders('The contains of `BookInput.tags` was none and is `{"const":"a"}` now.'),
  },
  {
    name: 'unknown properties that are refused now',
    before: { [`${INPUT}/additionalProperties`]: undefined },
    edits: {},
    change: senders('`BookInput` had properties of any name and has only the properties that are named now.'),
  },
  {
    name: 'one of several forms that is not taken any more',
    before: {
      [`${INPUT}/properties/tags`]: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
    },
    edits: { [`${INPUT}/properties/tags`]: { type: 'array', items: { type: 'string' } } },
    change: sending('`BookInput.tags` has no form `string` any more.'),
  },

  // Answers.
  {
    name: 'a status that is gone',
    edits: { [`${LIST}/responses/404`]: undefined },
    change: { what: 'The answer 404 is gone.', whom: 'clients that handle it', where: ['GET /books'] },
  },
  {
    name: 'another status of success',
    edits: { [`${GET}/responses`]: { 202: { description: 'Accepted' } } },
    change: { what: 'The answer 200 is gone.', whom: 'clients that handle it', where: ['GET /books/{id}'] },
  },
  {
    name: 'a media type that is not made any more',
    edits: { [`${LIST}/responses/200/content/application~1vnd.toy.v1+json`]: undefined },
    change: readers('The answer 200 cannot be `application/vnd.toy.v1+json` any more.', ['GET /books']),
  },
  {
    name: 'a header that is gone',
    edits: { [`${LIST}/responses/200/headers/Link`]: undefined },
    change: readers('The header `Link` of the answer 200 is gone.', ['GET /books']),
  },
  {
    name: 'a header that may be absent',
    edits: { 'components/headers/Link/required': false },
    change: {
      what: 'The header `Link` of answer 200 may be absent now.',
      whom: 'clients that count on it',
      where: ['GET /books'],
    },
  },
  {
    name: 'a header of another type',
    edits: { 'components/headers/Link/schema/type': 'integer' },
    change: trusting('The header `Link` of answer 200 was a string and is an integer now.', ['GET /books']),
  },
  {
    name: 'a property that is gone',
    edits: { [`${BOOK}/properties/title`]: undefined },
    change: { ...readers('`Book.title` is gone.'), mend: 'Put it back' },
  },
  {
    name: 'an optional property that is gone',
    edits: { [`${BOOK}/properties/subtitle`]: undefined },
    change: readers('`Book.subtitle` is gone.'),
  },
  {
    name: 'a property that may be absent',
    edits: { [`${BOOK}/required`]: ['id', 'genre', 'pages'] },
    change: { what: '`Book.title` may be absent now.', whom: 'clients that count on it', where: EVERYWHERE },
  },
  {
    name: 'a property that may be null',
    edits: { [`${BOOK}/properties/title/type`]: ['string', 'null'] },
    change: { what: '`Book.title` can be null now.', whom: 'clients that count on a value', where: EVERYWHERE },
  },
  {
    name: 'a shape that may be null',
    before: { [`${BOOK}/properties/author`]: ref('Author') },
    edits: {},
    change: { what: '`Book.author` can be null now.', whom: 'clients that count on a value', where: EVERYWHERE },
  },
  {
    name: 'a property of another type',
    edits: { [`${BOOK}/properties/id/type`]: 'string' },
    change: trusting('`Book.id` was an integer and is a string now.'),
  },
  {
    name: 'a whole number that may have a fraction',
    edits: { [`${BOOK}/properties/id/type`]: 'number' },
    change: trusting('`Book.id` was an integer and is a number now.'),
  },
  {
    name: 'a further value of an enum',
    edits: { [`${BOOK}/properties/genre/enum`]: ['fact', 'fiction', 'poetry'] },
    change: trusting('`Book.genre` can be `"poetry"` now.'),
  },
  {
    name: 'values that are not listed any more',
    edits: { [`${BOOK}/properties/genre/enum`]: undefined },
    change: trusting('`Book.genre` was one of `"fact"`, `"fiction"` and is not bound to a list of values now.'),
  },
  {
    name: 'a wider bound',
    edits: { [`${BOOK}/properties/id/maximum`]: 2000 },
    change: trusting('`Book.id` was at most 1000 and is at most 2000 now.'),
  },
  {
    name: 'a bound that is gone',
    edits: { [`${BOOK}/properties/title/maxLength`]: undefined },
    change: trusting('`Book.title` was at most 200 characters long and is not bounded so now.'),
  },
  {
    name: 'a format that is gone',
    edits: { [`${BOOK}/properties/id/format`]: undefined },
    change: trusting('The format of `Book.id` was `"int64"` and is none now.'),
  },
  {
    name: 'a property of one form among several',
    edits: { 'components/schemas/OffsetPagination/properties/total': undefined },
    change: readers('`OffsetPagination.total` is gone.', ['GET /books']),
  },
  {
    name: 'a form that is gone',
    edits: {
      [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [ref('OffsetPagination')],
    },
    change: readers('`pagination` of the answer 200 has no form `CursorPagination` any more.', ['GET /books']),
  },
  {
    name: 'a further form',
    before: {
      [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [ref('OffsetPagination')],
    },
    edits: {},
    change: trusting('`pagination` of the answer 200 has a further form now, `CursorPagination`.', ['GET /books']),
  },
  {
    name: 'a property of an error',
    edits: { [`${ERROR}/properties/error`]: undefined },
    change: readers('`Error.error` is gone.', ['GET /books']),
  },
  {
    name: 'properties by any name whose schema is gone',
    before: { [`${BOOK}/additionalProperties`]: { type: 'string' } },
    edits: {},
    change: trusting('`Book` had properties of any name and one schema and has properties of any name now.'),
  },
  {
    name: 'properties by any name of another type',
    before: { [`${BOOK}/additionalProperties`]: { type: 'string' } },
    edits: { [`${BOOK}/additionalProperties`]: { type: 'integer' } },
    change: trusting('`Book.*` was a string and is an integer now.'),
  },

  // Through what schemas are written with.
  {
    name: 'a difference behind a reference that became a copy',
    edits: {
      [`${BOOK}/properties/author`]: {
        type: ['object', 'null'],
        required: ['name', 'books'],
        properties: { books: { type: 'array', items: ref('Book') } },
      },
    },
    change: readers('`Author.name` is gone.'),
  },
  {
    name: 'a difference within allOf',
    before: {
      [BOOK]: { allOf: [ref('Author'), { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }] },
    },
    edits: {
      [BOOK]: { allOf: [ref('Author'), { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }] },
    },
    change: trusting('`Book.id` was an integer and is a string now.'),
  },
  {
    name: 'a difference within a schema that holds itself',
    edits: { 'components/schemas/Author/properties/books/items': { anyOf: [ref('Book'), { type: 'null' }] } },
    change: { what: '`Author.books[]` can be null now.', whom: 'clients that count on a value', where: EVERYWHERE },
  },
  {
    name: 'a constant that became another',
    before: { [`${BOOK}/properties/kind`]: { const: 'book' } },
    edits: { [`${BOOK}/properties/kind`]: { const: 'Book' } },
    change: trusting('`Book.kind` can be `"Book"` now and cannot be `"book"` any more.'),
  },
];

export const additions: readonly Case[] = [
  { name: 'a new path', edits: { 'paths/~1shelves': { get: { responses: {} } } } },
  { name: 'a new method', edits: { 'paths/~1books~1{id}/delete': { responses: { 204: {} } } } },
  {
    name: 'texts for people',
    edits: { 'info/description': 'Books.', [`${BOOK}/description`]: 'x', [`${LIMIT}/description`]: 'y' },
  },
  { name: 'a deprecation', edits: { [`${GET}/deprecated`]: true, [`${BOOK}/properties/title/deprecated`]: true } },
  { name: 'an example', edits: { [`${LIMIT}/example`]: 7, [`${INPUT}/properties/title/examples`]: ['Emma'] } },
  { name: 'fewer scopes', edits: { [`${LIST}/x-scopes`]: [] } },
  { name: 'an alternative scope', edits: { [`${LIST}/x-scopes`]: [['books:read', 'admin']] } },
  {
    name: 'scopes in another order, told twice',
    edits: {
      [`${ADD}/x-scopes`]: [
        ['admin', 'books:write'],
        ['books:write', 'admin'],
      ],
    },
  },
  { name: 'no credentials', edits: { [`${GET}/security`]: [] } },
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
  { name: 'a maximum that is gone', edits: { [`${LIMIT}/schema/maximum`]: undefined } },
  { name: 'a smaller minimum', edits: { [`${LIMIT}/schema/minimum`]: 0 } },
  { name: 'a further value of a parameter', edits: { [`${GENRES}/schema/items/enum`]: ['fact', 'fiction', 'poetry'] } },
  {
    name: 'the way of writing that was meant anyway',
    edits: { [`${LIMIT}/style`]: 'form', [`${LIMIT}/explode`]: true },
  },
  { name: 'a new optional property of a body', edits: { [`${INPUT}/properties/isbn`]: { type: 'string' } } },
  { name: 'a property of a body that becomes optional', edits: { [`${INPUT}/required`]: [] } },
  { name: 'a body that becomes optional', edits: { [`${ADD}/requestBody/required`]: false } },
  { name: 'a new optional body', edits: { [`${GET}/requestBody`]: { required: false, content: {} } } },
  { name: 'a further media type of a body', edits: { [`${ADD}/requestBody/content/text~1csv`]: { schema: {} } } },
  { name: 'null that is taken', edits: { [`${INPUT}/properties/title/type`]: ['string', 'null'] } },
  { name: 'fractions that are taken', before: { [`${INPUT}/properties/price/type`]: 'integer' }, edits: {} },
  {
    name: 'a further form that is taken',
    edits: { [`${INPUT}/properties/price`]: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'string' }] } },
  },
  { name: 'a pattern that is gone', edits: { [`${INPUT}/properties/title/pattern`]: undefined } },
  { name: 'unknown properties that are taken', edits: { [`${INPUT}/additionalProperties`]: true } },
  { name: 'a new property of an answer', edits: { [`${BOOK}/properties/isbn`]: { type: 'string' } } },
  {
    name: 'a new property that is always there',
    edits: { [`${BOOK}/properties/isbn`]: { type: 'string' }, [`${BOOK}/required/-`]: 'isbn' },
  },
  { name: 'a property that is always there now', edits: { [`${BOOK}/required/-`]: 'subtitle' } },
  { name: 'a property that is never null any more', edits: { [`${BOOK}/properties/pages/type`]: 'integer' } },
  { name: 'a shape that is never null any more', edits: { [`${BOOK}/properties/author`]: ref('Author') } },
  { name: 'a value that is not answered any more', edits: { [`${BOOK}/properties/genre/enum`]: ['fact'] } },
  { name: 'a narrower bound of an answer', edits: { [`${BOOK}/properties/id/maximum`]: 10 } },
  { name: 'a format where there was none', edits: { [`${BOOK}/properties/pages/format`]: 'int32' } },
  { name: 'a new status', edits: { [`${GET}/responses/429`]: { description: 'Too many.' } } },
  { name: 'a new header', edits: { [`${LIST}/responses/200/headers/ETag`]: { schema: { type: 'string' } } } },
  { name: 'a header that is always there now', before: { 'components/headers/Link/required': false }, edits: {} },
  { name: 'a further media type of an answer', edits: { [`${GET}/responses/200/content/text~1csv`]: { schema: {} } } },
  { name: 'a further code of an error', edits: { [`${ERROR}/properties/code/enum`]: ['NOT_FOUND', 'GONE'] } },
  {
    name: 'forms in another order',
    edits: {
      [`${LIST}/responses/200/content/application~1json/schema/properties/pagination/anyOf`]: [
        ref('CursorPagination'),
        ref('OffsetPagination'),
      ],
    },
  },
  {
    name: 'a shape by another name',
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
    name: 'a copy in place of a reference',
    edits: {
      [`${ADD}/responses/201/content/application~1json/schema`]: { $ref: '#/components/schemas/Copy' },
      'components/schemas/Copy': { allOf: [ref('Book')] },
    },
  },
  {
    name: 'the same parts put together in another way',
    before: { [`${INPUT}/properties/price`]: { type: 'number', exclusiveMinimum: 0 } },
    edits: { [`${INPUT}/properties/price`]: { allOf: [{ type: 'number' }, { exclusiveMinimum: 0 }] } },
  },
  {
    name: 'a parameter that moved to its operation',
    edits: {
      'paths/~1books~1{id}/parameters': [],
      [`${GET}/parameters`]: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } }],
    },
  },
];

// An OpenAPI document of a small library, written so that each test can say in a line what becomes of it.
import type { Schema } from '../../../../src/gateway/describe/openapi/Schema.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

export const toyApi = {
  openapi: '3.1.0',
  info: { title: 'toy', version: '1', description: 'A library.' },
  servers: [{ url: '/v1' }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        security: [{ bearer: [] }],
        'x-scopes': [['books:read']],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
          {
            name: 'genres',
            in: 'query',
            required: false,
            style: 'form',
            explode: false,
            schema: { type: 'array', maxItems: 3, items: { type: 'string', enum: ['fact', 'fiction'] } },
          },
        ],
        responses: {
          200: {
            description: 'OK',
            headers: { Link: { $ref: '#/components/headers/Link' } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data', 'pagination'],
                  properties: {
                    data: { type: 'array', items: ref('Book') },
                    pagination: { anyOf: [ref('OffsetPagination'), ref('CursorPagination')] },
                  },
                },
              },
              'application/vnd.toy.v1+json': { schema: { type: 'object' } },
            },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      post: {
        operationId: 'addBook',
        security: [{ bearer: [] }],
        'x-scopes': [['books:write', 'admin']],
        requestBody: { required: true, content: json(ref('BookInput')) },
        responses: { 201: { description: 'Created', content: json(ref('Book')) } },
      },
    },
    '/books/{id}': {
      get: {
        operationId: 'getBook',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } }],
        security: [{ bearer: [] }],
        responses: { 200: { description: 'OK', content: json(ref('Book')) } },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    headers: { Link: { description: 'Pages.', required: true, schema: { type: 'string' } } },
    responses: { NotFound: { description: 'No such book.', content: json(ref('Error')) } },
    schemas: {
      Error: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'string' }, code: { type: 'string', enum: ['NOT_FOUND'] } },
      },
      Book: {
        type: 'object',
        description: 'A book.',
        required: ['id', 'title', 'genre', 'pages'],
        properties: {
          id: { type: 'integer', format: 'int64', minimum: 0, maximum: 1000 },
          title: { type: 'string', maxLength: 200, pattern: '^.+$' },
          genre: { type: 'string', enum: ['fact', 'fiction'] },
          pages: { type: ['integer', 'null'] },
          subtitle: { type: 'string' },
          author: { anyOf: [ref('Author'), { type: 'null' }] },
        },
      },
      Author: {
        type: 'object',
        required: ['name', 'books'],
        properties: { name: { type: 'string' }, books: { type: 'array', items: ref('Book') } },
      },
      BookInput: {
        type: 'object',
        additionalProperties: false,
        required: ['title'],
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 200, pattern: '^.+$' },
          genre: { type: 'string', enum: ['fact', 'fiction'], default: 'fact' },
          pages: { type: ['integer', 'null'], format: 'int32' },
          price: { type: 'number', exclusiveMinimum: 0 },
          tags: { type: 'array', minItems: 1, items: { type: 'string' } },
        },
      },
      OffsetPagination: {
        type: 'object',
        required: ['offset', 'total'],
        properties: { offset: { type: 'integer' }, total: { type: 'integer' } },
      },
      CursorPagination: {
        type: 'object',
        required: ['nextCursor'],
        properties: { nextCursor: { type: ['string', 'null'] } },
      },
    },
  },
};

/** What becomes of nodes of the document, by their JSON pointers; `undefined` takes a node out. */
export type Edits = Readonly<Record<string, unknown>>;

/** The document with edits. A pointer that ends in `/-` appends to a list. Fails if a pointer leads nowhere. */
export function edited(edits: Edits): Schema {
  const document = structuredClone(toyApi) as Schema;
  for (const [pointer, value] of Object.entries(edits)) {
    const names = pointer.split('/').map((name) => name.replaceAll('~1', '/'));
    const last = names.pop()!;
    const parent = names.reduce<unknown>(
      (node, name) => (node as Record<string, unknown> | undefined)?.[name],
      document,
    );
    if (typeof parent !== 'object' || parent === null) throw new Error(`There is no ${pointer}.`);
    if (Array.isArray(parent) && last === '-') parent.push(value);
    else if (value === undefined && !(last in parent)) throw new Error(`There is no ${pointer}.`);
    else if (value === undefined) Reflect.deleteProperty(parent, last);
    else Reflect.set(parent, last, value);
  }
  return document;
}

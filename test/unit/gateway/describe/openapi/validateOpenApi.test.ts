import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import {
  OpenApiError,
  referencesOf,
  validateOpenApi,
} from '../../../../../src/gateway/describe/openapi/validateOpenApi.ts';

interface Operation {
  operationId: string;
  tags: string[];
  security: Schema[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Schema;
}

const operation = (own: Partial<Operation> = {}): Operation => ({
  operationId: 'getBook',
  tags: ['books'],
  security: [{ bearer: [] }],
  parameters: [{ name: 'id', in: 'path', required: true }],
  responses: { 200: { $ref: '#/components/responses/Ok' } },
  ...own,
});

const documentOf = (...operations: Operation[]) => ({
  tags: [{ name: 'books' }],
  paths: { '/books/{id}': Object.fromEntries(operations.map((each, index) => [['get', 'put'][index], each])) },
  components: {
    securitySchemes: { bearer: {} },
    responses: { Ok: { schema: { $ref: '#/components/schemas/Book' } } },
    schemas: { Book: {} },
  },
});

const id = { name: 'id', in: 'path', required: true };

describe('checkDocument', () => {
  test('accepts a valid document', () => {
    expect(() => validateOpenApi(documentOf(operation(), operation({ operationId: 'putBook' })))).not.toThrow();
  });

  test.each<[name: string, operations: Operation[], problem: string]>([
    [
      'a dangling reference',
      [operation({ responses: { 200: { $ref: '#/components/responses/Gone' } } })],
      '#/components/responses/Gone does not exist',
    ],
    [
      'an operation id that is not unique',
      [operation(), operation()],
      'the operationId getBook of PUT /books/{id} is not unique',
    ],
    [
      'a parameter that is declared twice',
      [operation({ parameters: [id, id] })],
      'the parameter path id of GET /books/{id} is declared twice',
    ],
    [
      'a placeholder without a parameter',
      [operation({ parameters: [] })],
      '{id} of GET /books/{id} is not a required parameter',
    ],
    [
      'an optional placeholder',
      [operation({ parameters: [{ ...id, required: false }] })],
      '{id} of GET /books/{id} is not a required parameter',
    ],
    [
      'a parameter that is not in the path',
      [operation({ parameters: [id, { ...id, name: 'no' }] })],
      'the parameter no of GET /books/{id} is not in the path',
    ],
    ['an undeclared tag', [operation({ tags: ['users'] })], 'the tag users of GET /books/{id} is not declared'],
    ['an unknown security scheme', [operation({ security: [{ token: [] }] })], 'the scheme token does not exist'],
  ])('refuses %s', (_, operations, problem) => {
    expect(() => validateOpenApi(documentOf(...operations))).toThrow(
      new OpenApiError(`The OpenAPI document is not valid: ${problem}.`),
    );
  });
});

describe('referencesOf', () => {
  test.each<[name: string, node: unknown, references: string[]]>([
    ['a reference', { $ref: '#/a' }, ['#/a']],
    [
      'references in lists and objects, each once',
      [{ a: { $ref: '#/a' } }, [{ $ref: '#/b' }, { $ref: '#/a' }]],
      ['#/a', '#/b'],
    ],
    [
      'the schemas of properties, whatever their names',
      { properties: { default: { $ref: '#/a' }, $ref: { $ref: '#/b' } } },
      ['#/a', '#/b'],
    ],
    ['no data', { default: { $ref: '#/a' }, examples: [{ $ref: '#/b' }], enum: [{ $ref: '#/c' }] }, []],
    ['no scalar', null, []],
  ])('finds %s', (_, node, references) => {
    expect([...referencesOf(node)]).toEqual(references);
  });
});

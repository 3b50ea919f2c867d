import { rmSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { ApiProperties } from '../../../../src/gateway/plan/conventions/apiProperties.ts';
import { ref } from '../../../../src/gateway/describe/openapi/Schema.ts';
import {
  PathTemplates,
  describeApi,
  unversionedDocument,
  versionDocument,
} from '../../../../src/gateway/describe/openapi/describeApi.ts';
import { describeOperations } from '../../../../src/gateway/describe/openapi/operations/describeOperations.ts';
import { writeJson } from '../../../../src/gateway/http/losslessJson.ts';
import { compileThroughJson } from '../../../parts/support/compileThroughJson.ts';
import { type Documents, type Toy, folderOf, seen, toyEngine } from '../../support/toy.ts';
import { generateApi } from '../support/generateApi.ts';
import { apiPlan, endpointPlan, leaf, object, versionPlan } from '../support/plans.ts';
import { validateOpenApi } from '../support/validateOpenApi.ts';
import { documentFaults } from '../../../promises/support/documentFaults.ts';

const documents: Documents = {
  'v1/a.graphql': `"Search books. Slowly."
    query listBooks($shelf: String @param(maxLength: 9, pattern: "[a-z]+"), $genres: [Genre!] = [FACT] @param(maxItems: 2))
    @endpoint(method: GET, path: "/books", deprecated: "2027-01-31") {
      books(shelf: $shelf, genres: $genres) @paginate(default: 5, max: 20, styles: [CURSOR, PAGE]) {
        nodes { ...Book }
      }
    }`,
  'v1/b.graphql': `"Read a book."
    query getBook("Which book." $id: SafeInt! @param(example: "7"), $edition: Edition, $author: Boolean = false @expand)
    @endpoint(method: GET, path: "/books/{id}", maxAge: 60) {
      book(id: $id, edition: $edition) { ...Book author @include(if: $author) { name } shelf @unwrap { name } }
    }`,
  'v1/c.graphql': `"Add a book."
    mutation addBook($title: String! @param(minLength: 1, maxLength: 5, example: "Emma"), $genre: Genre = FACT, $pages: Int @param(name: "size.pages", min: 1), $authors: [AuthorInput!] @param(example: "[{\\"name\\": \\"Jane\\"}]"))
    @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") {
      addBook(input: { title: $title, genre: $genre, pages: $pages, authors: $authors }) { ...Book }
    }`,
  'v1/shapes/Book.graphql': 'fragment Book on Book { id title kind: genre }',
  'v2/shapes/Book.graphql': 'fragment Book on Book { id name: title }',
  'conventions.json': JSON.stringify({ enums: { '*': 'lowercase' } }),
};

type Json = { [key: string]: Json };
const { openApi } = toyEngine(documents, { basePath: '/api' });
const v1 = openApi.get('/v1/openapi.json') as Json;
const operation = (path: string, method: string): Json => v1['paths']![path]![method]!;
const parameters = (path: string, method: string) => operation(path, method)['parameters'] as unknown as Json[];
const schemas = v1['components']!['schemas']!;
/** The component that a schema refers to, or the schema itself. */
const resolve = (schema: Json, document = v1): Json =>
  Object.entries(document['components']!['schemas']!).find(
    ([name]) => (schema['$ref'] as unknown) === `#/components/schemas/${name}`,
  )?.[1] ?? schema;
const id = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

describe('describeApi', () => {
  describe('the document of a version', () => {
    test('has the name and the description of an operation, and no GraphQL', () => {
      expect(operation('/books', 'get')).toMatchObject({
        operationId: 'listBooks',
        tags: ['books'],
        summary: 'Search books',
        deprecated: true,
        security: [{ bearer: [] }],
      });
      expect(operation('/books', 'get')['description']).toBe('Search books. Slowly.');
      expect(v1['servers']).toEqual([{ url: '/api/v1' }]);
    });
    test('has every parameter with its type, bounds, default, description and example', () => {
      expect(parameters('/books', 'get').map(({ name, schema }) => [name, schema])).toEqual([
        ['shelf', { type: 'string', maxLength: 9, pattern: '^(?:[a-z]+)$', examples: ['en'] }],
        ['genres', { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Genre' }, default: ['fact'] }],
        ['limit', { type: 'integer', minimum: 1, maximum: 20, default: 5 }],
        ['cursor', { type: 'string', examples: ['eyJpZCI6NDJ9'] }],
        ['page', { type: 'integer', minimum: 1, maximum: 2147483648, examples: [1] }],
      ]);
      expect(parameters('/books/{id}', 'get').at(-1)).toMatchObject({
        name: 'expand',
        style: 'form',
        explode: false,
        schema: { type: 'array', items: { type: 'string', enum: ['author'] } },
      });
      expect(parameters('/books/{id}', 'get')[0]).toEqual({
        name: 'id',
        in: 'path',
        required: true,
        description: 'Which book.',
        schema: { ...id, examples: [1] },
        example: 7,
      });
    });
    test('has the body, its dots descended', () => {
      expect(operation('/books', 'post')['requestBody']).toEqual({
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              additionalProperties: false,
              required: ['title'],
              properties: {
                title: { type: 'string', minLength: 1, maxLength: 5, examples: ['Emma'] },
                genre: { anyOf: [{ $ref: '#/components/schemas/Genre' }, { type: 'null' }], default: 'fact' },
                size: {
                  type: 'object',
                  additionalProperties: false,
                  properties: {
                    pages: {
                      type: ['integer', 'null'],
                      format: 'int32',
                      minimum: 1,
                      maximum: 2147483647,
                      examples: [1],
                    },
                  },
                },
                authors: {
                  type: ['array', 'null'],
                  items: { $ref: '#/components/schemas/AuthorInput' },
                  examples: [[{ name: 'Jane' }]],
                },
              },
            },
            example: { title: 'Emma', genre: 'fact', size: { pages: 1 }, authors: [{ name: 'Jane' }] },
          },
        },
      });
      expect(schemas['AuthorInput']).toEqual({
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: { name: { type: 'string' }, born: { ...id, type: ['integer', 'null'], examples: [1] } },
      });
    });
    test('has the response from the selection set', () => {
      const { content, headers } = operation('/books/{id}', 'get')['responses']!['200'] as Json;
      expect(Object.keys(content!)).toEqual(['application/json', 'application/vnd.toy.v1+json']);
      expect(content!['application/json']).toEqual(content!['application/vnd.toy.v1+json']);
      expect(resolve(content!['application/json']!['schema']!)).toEqual({
        type: 'object',
        required: ['id', 'title', 'kind', 'shelf'],
        properties: {
          id,
          title: { type: 'string' },
          kind: { $ref: '#/components/schemas/Genre' },
          author: { type: ['object', 'null'], required: ['name'], properties: { name: { type: 'string' } } },
          shelf: { type: 'string' },
        },
      });
      expect(Object.keys(headers!)).toEqual([
        'X-Request-Id',
        'Vary',
        'ETag',
        'Cache-Control',
        'RateLimit-Policy',
        'RateLimit',
      ]);
    });
    test('has the names of types as an enum', () => {
      const toy = toyEngine({
        'v1/a.graphql': `query get($kind: String!) @endpoint(method: GET, path: "/a") {
        thing(kind: $kind) { __typename ... on Book { id } ... on Shelf { name type: __typename } } }`,
      });
      const document = toy.openApi.get('/v1/openapi.json') as Json;
      const { schema } = document['paths']!['/a']!['get']!['responses']!['200']!['content']!['application/json']!;
      const properties = resolve(schema!, document)['properties']!;
      expect(properties['__typename']).toMatchObject({ type: 'string', enum: ['Book', 'Shelf'] });
      expect(properties['type']).toMatchObject({ type: 'string', enum: ['Shelf'] });
    });
    test('has the variants of the pagination of a list', () => {
      expect(schemas['BookList']!['properties']!['pagination']!['anyOf']).toEqual(
        ['CursorPagination', 'PagePagination'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      );
    });
    test.each([
      ['/books', 'get', [200, 400, 401, 403, 404, 406, 429, 500, 502, 503, 504]],
      ['/books/{id}', 'get', [200, 304, 400, 401, 403, 404, 406, 412, 429, 500, 502, 503, 504]],
      ['/books', 'post', [201, 400, 401, 403, 404, 406, 409, 412, 413, 415, 429, 500, 502, 503, 504]],
    ])('%s %s has the responses %j', (path, method, statuses) => {
      expect(Object.keys(operation(path, method)['responses']!).map(Number)).toEqual(statuses);
    });
    test('has the required scopes, and those of expand', () => {
      expect(operation('/books', 'post')['x-scopes']).toEqual([['books:write']]);
      expect(operation('/books/{id}', 'get')['description']).toContain('- `authors:read` with `expand=author`');
    });
  });

  describe('the document of the unversioned paths', () => {
    test('has the response of each version under its media type', () => {
      const document = openApi.get('/openapi.json') as Json;
      const content = document['paths']!['/books']!['post']!['responses']!['201']!['content']!;
      expect(Object.entries(content).map(([type, { schema }]) => [type, schema!['$ref']])).toEqual([
        ['application/json', '#/components/schemas/Book'],
        ['application/vnd.toy.v1+json', '#/components/schemas/Book'],
        ['application/vnd.toy.v2+json', '#/components/schemas/BookV2'],
      ]);
      expect(Object.keys(document['components']!['schemas']!['BookV2']!['properties']!)).toEqual(['id', 'name']);
      expect(document['components']!['schemas']!['BookListV2']!['properties']!['data']!['items']).toEqual({
        $ref: '#/components/schemas/BookV2',
      });
      expect(document['components']!['schemas']).not.toHaveProperty('AuthorInputV2');
      expect(document['servers']).toEqual([{ url: '/api' }]);
    });
    test.each([1, 2])('has the number of the default version: %i', (defaultVersion) => {
      const { info } = toyEngine({ ...documents, 'api.json': JSON.stringify({ defaultVersion }) }).openApi.get(
        '/openapi.json',
      ) as Json;
      expect(info!['version']).toBe(String(defaultVersion));
    });
    describe('of versions with conventions of their own', () => {
      const each = toyEngine({
        'v1/a.graphql': 'query getA @endpoint(method: GET, path: "/a") { shelves { name } }',
        'v1/b.graphql': 'query getB @endpoint(method: GET, path: "/b") { shelves { name } }',
        'v2/conventions.json': JSON.stringify({
          auth: { scheme: 'Token' },
          errors: { body: { message: '{message}' }, invalid: 422 },
        }),
        'v2/c.graphql': 'query getC @endpoint(method: GET, path: "/c") { shelves { name } }',
      });
      const { paths, components, info } = each.openApi.get('/openapi.json') as Json;
      const get = (path: string) => paths![path]!['get']!;

      test('has the scheme of each, and every operation those of its versions', () => {
        expect(components!['securitySchemes']).toMatchObject({
          bearer: { type: 'http', scheme: 'bearer' },
          bearerV2: { type: 'http', scheme: 'Token' },
        });
        expect(get('/a')['security']).toEqual([{ bearer: [] }, { bearerV2: [] }]);
        expect(get('/c')['security']).toEqual([{ bearerV2: [] }]);
        const description = String(info!['description']);
        expect(description).toContain(
          '`Authorization: Bearer <token>`, or `Authorization: Token <token>` in version 2;',
        );
        expect(description).toContain('Errors have the schema `Error`');
      });
      test('is sent the credentials of the version of the request', async () => {
        const v2 = { accept: 'application/vnd.toy.v2+json' };
        const status = async (authorization: string, more = {}) =>
          (await each.send('GET /a', { headers: { authorization, ...more } })).status;
        expect([await status('Bearer books:write'), await status('Token books:write', v2)]).toEqual([200, 200]);
      });
      test('has the statuses of each', () => {
        expect(Object.keys(get('/a')['responses']!)).toEqual(expect.arrayContaining(['400', '422']));
      });
    });
    test.each([
      ['both', ['/v1/openapi.json', '/v2/openapi.json', '/openapi.json']],
      ['path', ['/v1/openapi.json', '/v2/openapi.json']],
      ['header', ['/openapi.json']],
    ] as const)('versioning by %s has %j', (versioning, paths) => {
      expect([...toyEngine({ ...documents, 'api.json': JSON.stringify({ versioning }) }).openApi.keys()]).toEqual(
        paths,
      );
    });
  });

  describe('errors', () => {
    const conventions = {
      auth: { scheme: 'Token' },
      errors: {
        body: { status: '{status}', problems: [{ on: '{field}', text: '{message}' }], '{field}': ['{message}'], v: 1 },
        invalid: 422,
        codes: { STALE: 419 },
      },
    };
    const described = toyEngine({
      'conventions.json': JSON.stringify(conventions),
      'v1/a.graphql': `mutation m($title: String!) @endpoint(method: POST, path: "/tries") {
      tryBook(title: $title) { book { title } warning @error(status: 410) } }`,
    }).openApi.get('/v1/openapi.json') as Json;

    test('have the schema of their template, and the statuses of the conventions and of @error', () => {
      expect(described['components']!['schemas']!['Error']).toEqual({
        type: 'object',
        description: 'An error.',
        required: ['status', 'problems', 'v'],
        properties: {
          status: { type: 'integer', description: 'The status code.' },
          problems: {
            type: 'array',
            items: {
              type: 'object',
              required: ['on', 'text'],
              properties: { on: { type: 'string' }, text: { type: 'string', description: 'A message for people.' } },
            },
          },
          v: { const: 1 },
        },
        additionalProperties: { type: 'array', items: { type: 'string', description: 'A message for people.' } },
      });
      const statuses = Object.keys(described['paths']!['/tries']!['post']!['responses']!);
      expect(statuses).toEqual(expect.arrayContaining(['400', '410', '419', '422']));
      expect(described['components']!['schemas']!['Problem']!['properties']!['code']).not.toHaveProperty('enum');
      const { errors } = described['components']!['schemas']!['Problem']!['properties']!;
      expect(Object.keys(errors!['items']!['properties']!)).toEqual(['field', 'message', 'code']);
    });
    test('follow credentials in the scheme that is wanted', () => {
      expect(described['components']!['securitySchemes']!['bearer']).toMatchObject({ type: 'http', scheme: 'Token' });
    });
  });

  describe('a property that is selected in several places', () => {
    const get = (name: string, selection: string, variables = '') =>
      `query get${variables} @endpoint(method: GET, path: "/${name}") { ${selection} }`;
    const merged = toyEngine({
      'conventions.json': JSON.stringify({ enums: { '*': 'lowercase' } }),
      'v1/a.graphql': get(
        'a',
        'book(id: 1) { shelf { name } shelf @include(if: $more) { owner { name } } }',
        '($more: Boolean = false @expand)',
      ),
      'v1/b.graphql': get(
        'b',
        'thing(kind: "book") { ... on Book { by: author { name } } ... on Shelf { by: owner { books { id } } } }',
      ),
      'v1/c.graphql': get(
        'c',
        'thing(kind: "book") { ... on Book { of: author { name } } ... on Shelf { of: owner { name } } }',
      ),
      'v1/d.graphql': get(
        'd',
        'tale(kind: "book") { ... on Book { in: shelf { name } } ... on Reel { in: box { size mood } } }',
      ),
      'v1/e.graphql': get('e', 'book(id: 1) { ...B }'),
      'v1/f.graphql': get('f', 'thing(kind: "shelf") { ...B } book(id: 1) { id }'),
      'v1/g.graphql': get('g', 'books @paginate(styles: [CURSOR]) { nodes { ...B } }'),
      'v1/h.graphql': get('h', 'books @paginate(styles: [PAGE]) { nodes { ...B } }'),
      'v1/i.graphql': `${get('i', 'book(id: 1) { ...Outer }')} fragment Inner on Shelf { title: name }`,
      'v1/j.graphql': get('j', 'book(id: 1) { ...Outer }'),
      'v1/shapes/B.graphql': 'fragment B on Book { id title }',
      'v1/shapes/Outer.graphql': 'fragment Outer on Book { shelf { ...Inner } }',
      'v1/shapes/Inner.graphql': 'fragment Inner on Shelf { name }',
    });
    const document = merged.openApi.get('/v1/openapi.json') as Json;
    const schemaOf = (name: string): Json => {
      const schema =
        document['paths']![`/${name}`]!['get']!['responses']!['200']!['content']!['application/json']!['schema']!;
      return resolve(schema, document);
    };

    test('is required only where it is always there', () => {
      expect(schemaOf('a')['properties']!['shelf']).toMatchObject({ required: ['name'] });
      expect(Object.keys(schemaOf('a')['properties']!['shelf']!['properties']!)).toEqual(['name', 'owner']);
      expect(schemaOf('b')['properties']!['by']).not.toHaveProperty('required');
      expect(schemaOf('c')['properties']!['of']!['anyOf']).toContainEqual({ $ref: '#/components/schemas/Author' });
      expect(document['components']!['schemas']!['Author']).toMatchObject({ required: ['name'] });
    });
    test('may be objects of different types', async () => {
      expect(schemaOf('d')['properties']!['in']).toMatchObject({
        properties: {
          name: { type: 'string' },
          size: { type: 'integer' },
          mood: { $ref: '#/components/schemas/Genre' },
        },
      });
      expect(seen(await merged.send('GET /v1/d'))).toEqual([200, { in: { size: 1, mood: 'fact' } }]);
    });
    test('shares a component only where it is the same', () => {
      expect(schemaOf('e')).toMatchObject({ required: ['id', 'title'] });
      expect(JSON.stringify(schemaOf('f')['properties']!['thing'])).not.toContain('required');
      expect(JSON.stringify(schemaOf('g'))).toContain('CursorPagination');
      expect(JSON.stringify(schemaOf('h'))).toContain('PagePagination');
      expect(JSON.stringify(schemaOf('h'))).not.toContain('CursorPagination');
      expect(schemaOf('i')['properties']!['shelf']).toMatchObject({ required: ['title'] });
      expect(schemaOf('j')['properties']!['shelf']).not.toMatchObject({ required: ['title'] });
    });
  });

  test('a path is listed once, whatever its placeholders are called, and an operation has an id of its own', () => {
    const moved = toyEngine({
      'v1/a.graphql': 'query readBook($id: SafeInt!) @endpoint(method: GET, path: "/b/{id}") { book(id: $id) { id } }',
      'v1/b.graphql':
        'mutation removeBook($key: SafeInt!) @endpoint(method: DELETE, path: "/b/{key}") { removeBook(id: $key) { id } }',
      'v2/a.graphql':
        'query readBook($no: SafeInt!) @endpoint(method: GET, path: "/b/{no}") { book(id: $no) { title } }',
      'v3/a.graphql':
        'query gone($id: SafeInt!) @endpoint(method: GET, path: "/b/{id}", removed: true) { book(id: $id) { id } }',
      'v3/b.graphql':
        'query readBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id } }',
    });
    for (const at of ['/v1/openapi.json', '/openapi.json']) {
      const { paths } = moved.openApi.get(at) as Json;
      expect(Object.keys(paths!['/b/{id}']!)).toEqual(['get', 'delete']);
      expect(Object.keys(paths!).filter((path) => path.startsWith('/b/'))).toHaveLength(1);
      for (const method of ['get', 'delete']) {
        expect(paths!['/b/{id}']![method]!['parameters']).toMatchObject([{ name: 'id', in: 'path' }]);
      }
    }
    const { paths } = moved.openApi.get('/openapi.json') as Json;
    expect(paths!['/books/{id}']!['get']!['operationId']).toBe('readBookV3');
  });

  test('a parameter that differs between versions allows the values of each on an unversioned path', () => {
    const each = toyEngine({
      'v1/a.graphql': 'query list @endpoint(method: GET, path: "/b") { books @paginate(max: 5) { nodes { id } } }',
      'v2/a.graphql': 'query list @endpoint(method: GET, path: "/b") { books @paginate(max: 9) { nodes { id } } }',
    });
    const { paths } = each.openApi.get('/openapi.json') as Json;
    const [limit, offset] = paths!['/b']!['get']!['parameters'] as unknown as Json[];
    expect(limit!['schema']).toMatchObject({ anyOf: [{ maximum: 5 }, { maximum: 9 }] });
    expect(offset!['schema']).toMatchObject({ type: 'integer' });
  });

  test('the documents begin with the credentials and the media types of requests', () => {
    const described = (path: string) => String(((openApi.get(path) as Json)['info'] as Json)['description']);
    const token =
      'Requests carry `Authorization: Bearer <token>`; every endpoint names the scopes that it requires.\n\n';
    const types = '`application/vnd.toy.v1+json`, `application/vnd.toy.v2+json`';
    const choice = `\`Accept\` chooses the version: ${types}; without one of these, it is version 1.\n\n`;
    expect(described('/v1/openapi.json')).toContain(token);
    expect(described('/v1/openapi.json')).not.toContain(choice);
    expect(described('/openapi.json')).toContain(token + choice);
  });

  test('the documents have a contact and a licence only where they are set', () => {
    const list = { 'v1/a.graphql': 'query get @endpoint(method: GET, path: "/b") { shelves { name } }' };
    const publisher = { contact: { name: 'Ann' }, license: { name: 'CC0' } };
    const infoOf = (each: Toy, path: string) => Object.keys((each.openApi.get(path) as Json)['info']!);
    for (const path of ['/v1/openapi.json', '/openapi.json']) {
      expect(infoOf(toyEngine(list), path)).toEqual(['title', 'version', 'description']);
      const known = toyEngine(list, { publisher });
      expect(infoOf(known, path)).toEqual(['title', 'version', 'description', 'contact', 'license']);
    }
  });

  test('the info of api.json comes before a contact and a licence that are set', () => {
    const plan = {
      ...apiPlan(versionPlan({ endpoints: [endpointPlan()] })),
      api: { ...API, info: { contact: { name: 'Bea' } } },
    };
    const publisher = { contact: { name: 'Ann' }, license: { name: 'CC0' } };
    const document = describeApi(plan, { basePath: '', publisher }).get('/v1/openapi.json');
    expect(document).toMatchObject({ info: { title: 'toy', contact: { name: 'Bea' }, license: { name: 'CC0' } } });
  });

  test('a value that is nullable in two ways is described as nullable once', () => {
    const twice = toyEngine({
      'v1/a.graphql': 'query list @endpoint(method: GET, path: "/b") { shelves { by: owner @unwrap { motto } } }',
    });
    const { paths } = twice.openApi.get('/v1/openapi.json') as Json;
    const { schema } = paths!['/b']!['get']!['responses']!['200']!['content']!['application/json']!;
    const item = resolve(schema!['items']!, twice.openApi.get('/v1/openapi.json') as Json);
    expect(item['properties']!['by']).toEqual({ type: ['string', 'null'] });
  });

  describe('the documents of a generated API', () => {
    const RESOURCES = 4;
    const { schema, documents: generated } = generateApi(RESOURCES);
    const folder = folderOf(generated);
    const plan = compileThroughJson(folder, buildSchema(schema));
    rmSync(folder, { recursive: true });
    const all = describeApi(plan, { basePath: '' });

    test.each([...all.keys()])('%s has less than 6.5 kB for each endpoint', (path) => {
      expect(JSON.stringify(all.get(path)).length).toBeLessThan(6500 * RESOURCES * 5);
    });

    test.each([...all.keys()])('%s is valid by the schema of OpenAPI 3.1', (path) => {
      expect(validateOpenApi(all.get(path)!)).toEqual([]);
    });

    test.each([...all.keys()])('%s has valid examples', (path) => {
      expect(documentFaults(all.get(path)!)).toEqual([]);
    });
  });

  test.each([...openApi.keys()])('%s is valid by the schema of OpenAPI 3.1', (path) => {
    expect(validateOpenApi(openApi.get(path)!)).toEqual([]);
  });
});

const API: ApiProperties = { name: 'toy', defaultVersion: 1, versioning: 'both' };

const versionTwo = (api: Partial<ApiProperties> = {}, open = false) => {
  const version = versionPlan({ number: 2, endpoints: [endpointPlan()] });
  return versionDocument(describeOperations(version), { ...API, ...api }, { basePath: '/api', open });
};

describe('versionDocument', () => {
  test('has the paths below the base path and the version', () => {
    expect(versionTwo()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'toy', version: '2' },
      servers: [{ url: '/api/v2' }],
      paths: { '/books': { get: { operationId: 'getBooks', security: [{ bearer: [] }] } } },
    });
  });

  test.each<[versioning: ApiProperties['versioning'], types: string[]]>([
    ['both', ['application/json', 'application/vnd.toy.v2+json']],
    ['path', ['application/json']],
  ])('has with versioning by %s the media types %j', (versioning, types) => {
    const { paths } = versionTwo({ versioning }) as unknown as {
      paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
    };
    expect(Object.keys(paths['/books']!.get.responses['200']!.content)).toEqual(types);
  });

  test('has the credentials that each endpoint requires', () => {
    const endpoints = (['NONE', 'OPTIONAL', 'REQUIRED'] as const).map((auth) =>
      endpointPlan({ auth, name: auth, path: `/${auth}` }),
    );
    expect(versionDocument(describeOperations(versionPlan({ endpoints })), API, { basePath: '' })).toMatchObject({
      info: {
        description: expect.stringContaining(
          'Requests carry `Authorization: Bearer <token>` where an endpoint requires it; every endpoint names the scopes',
        ),
      },
      paths: {
        '/NONE': { get: { security: [] } },
        '/OPTIONAL': { get: { security: [{}, { bearer: [] }] } },
        '/REQUIRED': { get: { security: [{ bearer: [] }] } },
      },
    });
  });

  test('has no credentials where none are required', () => {
    const document = versionTwo({}, true);
    expect(document).toMatchObject({ paths: { '/books': { get: { security: [] } } } });
    expect(document['components']).not.toHaveProperty('securitySchemes');
  });
});

describe('unversionedDocument', () => {
  interface Document {
    info: { version: string; description: string };
    servers: unknown;
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, { content: object }> }>>;
  }

  /** The document of versions 1, 2 and so on with these endpoints. */
  function documentOf(versions: readonly Parameters<typeof endpointPlan>[0][][], defaultVersion = 1): Document {
    const all = versions.map((endpoints, index) =>
      versionPlan({ number: index + 1, endpoints: endpoints.map(endpointPlan) }),
    );
    return unversionedDocument(
      all.map(describeOperations),
      { ...API, defaultVersion },
      { basePath: '' },
    ) as unknown as Document;
  }

  const withTitle = { body: object('Book', { title: leaf('String!') }, { component: 'Book' }) };
  const withName = { body: object('Book', { name: leaf('String!') }, { component: 'Book' }) };

  const contentOf = (name: string) => ({
    schema: ref(name),
    examples: { [name]: { $ref: `#/components/examples/${name}` } },
  });

  test.each<[defaultVersion: number, content: object]>([
    [
      1,
      {
        'application/json': contentOf('Book'),
        'application/vnd.toy.v1+json': contentOf('Book'),
        'application/vnd.toy.v2+json': contentOf('BookV2'),
      },
    ],
    [
      2,
      {
        'application/json': contentOf('Book'),
        'application/vnd.toy.v2+json': contentOf('Book'),
        'application/vnd.toy.v1+json': contentOf('BookV1'),
      },
    ],
  ])(
    'has the responses of each version under its media type, by default those of version %i',
    (defaultVersion, content) => {
      const { paths, info, servers } = documentOf([[withTitle], [withName]], defaultVersion);
      expect(paths['/books']!['get']!.responses['200']!.content).toEqual(content);
      expect(info.version).toBe(String(defaultVersion));
      expect(info.description).toContain(
        `\`Accept\` chooses the version: \`application/vnd.toy.v1+json\`, \`application/vnd.toy.v2+json\`; without one of these, it is version ${defaultVersion}.`,
      );
      expect(servers).toEqual([{ url: '/' }]);
    },
  );

  test('an operation requires credentials only where each version does', () => {
    const securityOf = (...auths: ('NONE' | 'OPTIONAL' | 'REQUIRED')[]) =>
      documentOf(auths.map((auth) => [{ auth }])).paths['/books']!['get'];
    expect(securityOf('REQUIRED', 'NONE')).toMatchObject({ security: [{}, { bearer: [] }] });
    expect(securityOf('NONE', 'NONE')).toMatchObject({ security: [] });
  });

  test('an operation id that is taken gets a number', () => {
    const { paths } = documentOf([[{ path: '/books' }, { path: '/b', name: 'getBooksV2' }], [{ path: '/volumes' }]]);
    expect(paths['/volumes']!['get']!.operationId).toBe('getBooksV2_2');
  });

  test('an endpoint that has moved in a later version has an operation id of its own', () => {
    const { paths } = documentOf([[{ path: '/books' }], [{ path: '/volumes' }]]);
    expect(Object.entries(paths).map(([path, { get }]) => [path, get!.operationId])).toEqual([
      ['/books', 'getBooks'],
      ['/volumes', 'getBooksV2'],
    ]);
  });
});

function place(templates: PathTemplates, path: string, ...names: string[]) {
  const { path: placed, described } = templates.place({
    version: versionPlan(),
    endpoint: endpointPlan({ path }),
    parameters: [...names.map((name) => ({ name, in: 'path' })), { name: 'limit', in: 'query' }],
    body: undefined,
    success: undefined,
  });
  return [placed, ...described.parameters.map(({ name }) => name)];
}

describe('PathTemplates', () => {
  test.each<[name: string, first: string, second: string, names: string[], expected: unknown[]]>([
    ['the same path', '/b/{id}', '/b/{id}', ['id'], ['/b/{id}', 'id', 'limit']],
    [
      'a path with other placeholders',
      '/b/{id}/c/{no}',
      '/b/{x}/c/{y}',
      ['y', 'x'],
      ['/b/{id}/c/{no}', 'no', 'id', 'limit'],
    ],
    ['another path', '/b/{id}', '/c/{no}', ['no'], ['/c/{no}', 'no', 'limit']],
  ])('spells %s as the first time', (_, first, second, names, expected) => {
    const templates = new PathTemplates();
    place(templates, first);
    expect(place(templates, second, ...names)).toEqual(expected);
  });
});

test('numbers have all of their digits in every document', () => {
  const document = (value: string) =>
    `query get($id: SafeInt = ${value}) @endpoint(method: GET, path: "/one") { book(id: $id) { id } }`;
  const toy = toyEngine({
    'conventions.json': '{ "scalars": { "SafeInt": { "type": "integer" } } }',
    'v1/get.graphql': document('9007199254740993'),
    'v2/get.graphql': document('9007199254740995'),
  });
  const texts = ['/v1/openapi.json', '/v2/openapi.json', '/openapi.json'].map((path) =>
    writeJson(toy.openApi.get(path)),
  );
  expect(texts[0]).toContain('"default":9007199254740993');
  expect(texts[1]).toContain('"default":9007199254740995');
  expect(texts[2]).toMatch(/"default":9007199254740993/);
});

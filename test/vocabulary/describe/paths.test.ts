// The documents of an API, their paths and operations, and what versions have in common.
import { describe, expect, test } from 'vitest';
import { type Files, type Node, documentOf, openApiOf, operationOf, ref } from './support/openApiOf.ts';

const read = (path: string, name = 'getBook', selection = 'theBook { id }') =>
  `query ${name} @endpoint(method: GET, path: "${path}") { ${selection} }`;
const byId = (path: string, name: string, more = '') => {
  const variable = /\{(\w+)\}/.exec(path)![1]!;
  return `query ${name}($${variable}: ID!) @endpoint(method: GET, path: "${path}"${more}) { book(id: $${variable}) { id } }`;
};
const GONE = 'query gone @endpoint(method: GET, path: "/books", removed: true) { title }';
const api = (own: object) => ({ 'api.json': { name: 'toy', ...own } });

test.each([
  ['both', ['/v1/openapi.json', '/v2/openapi.json', '/openapi.json']],
  ['path', ['/v1/openapi.json', '/v2/openapi.json']],
  ['header', ['/openapi.json']],
])('with versioning by %s there are the documents %j', (versioning, paths) => {
  const files = { ...api({ versioning }), 'v1/a.graphql': read('/a'), 'v2/b.graphql': read('/b', 'b') };
  expect(Object.keys(openApiOf(files))).toEqual(paths);
});

describe('the document of a version', () => {
  const document = openApiOf({ 'v1/a.graphql': read('/a', 'a'), 'v2/b.graphql': read('/b') }, { basePath: '/api' })[
    '/v2/openapi.json'
  ];

  test('has the paths below the base path and the version', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'toy', version: '2' },
      servers: [{ url: '/api/v2' }],
      paths: { '/b': { get: { operationId: 'getBook', security: [{ bearer: [] }] } } },
    });
  });

  test.each([
    ['both', ['application/json', 'application/vnd.toy.v1+json']],
    ['path', ['application/json']],
  ])('has with versioning by %s the media types %j', (versioning, types) => {
    const { responses } = operationOf(
      openApiOf({ ...api({ versioning }), 'v1/a.graphql': read('/a') })['/v1/openapi.json']!,
    );
    expect(Object.keys(responses!['200']!['content']!)).toEqual(types);
  });

  test('has its paths, components and tags sorted, and only the components that are used', () => {
    const files = {
      'v1/c.graphql': read('/b/c', 'c', 'shelf { name }'),
      'v1/b.graphql': 'mutation b @endpoint(method: POST, path: "/b/c") { add(title: "a") { title } }',
      'v1/a.graphql': read('/a', 'a'),
      'v1/conventions.json': { tags: { a: 'All of a.' } },
    };
    const { paths, components, tags } = openApiOf(files)['/v1/openapi.json']!;
    expect(Object.entries(paths!).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ['/a', ['get']],
      ['/b/c', ['post', 'get']],
    ]);
    expect(Object.keys(components!)).toEqual(['securitySchemes', 'headers', 'responses', 'schemas', 'examples']);
    expect(Object.keys(components!['schemas']!)).toEqual(['Error', 'Problem', 'Book', 'Book_2', 'Shelf']);
    expect(Object.keys(components!['examples']!)).toEqual(['Book', 'Book_2', 'Shelf']);
    expect(Object.keys(components!['headers']!).join(' ')).toBe(
      'X-Request-Id Vary Cache-Control WWW-Authenticate MissingScope Accept-Patch Accept-Encoding Retry-After RetryLimit RateLimit RateLimit-Policy',
    );
    expect(Object.keys(components!['responses']!)).not.toContain('IdempotencyKeyInUse');
    expect(tags).toEqual([{ name: 'a', description: 'All of a.' }, { name: 'b' }]);
  });

  test('has no error that its responses do not have', () => {
    const { components } = documentOf(read('/a'), { errors: { mediaType: 'application/problem+json' } });
    expect(Object.keys(components!['schemas']!)).toEqual(['Error', 'Book']);
  });
});

describe('the document of the unversioned paths', () => {
  const contentOf = (name: string) => ({
    schema: ref(name),
    examples: { [name]: { $ref: `#/components/examples/${name}` } },
  });

  test.each([
    [1, ['application/json', 'application/vnd.toy.v1+json'], ['application/vnd.toy.v2+json'], 'BookV2'],
    [2, ['application/json', 'application/vnd.toy.v2+json'], ['application/vnd.toy.v1+json'], 'BookV1'],
  ])(
    'has the responses of each version under its media type, by default those of version %i',
    (defaultVersion, usual, others, component) => {
      const files = {
        ...api({ defaultVersion }),
        'v1/a.graphql': read('/a'),
        'v2/a.graphql': read('/a', 'getBook', 'theBook { pages }'),
      };
      const document = openApiOf(files)['/openapi.json']!;
      const { content } = operationOf(document)['responses']!['200']!;
      expect(Object.entries(content!)).toEqual([
        ...usual.map((type) => [type, contentOf('Book')]),
        ...others.map((type) => [type, contentOf(component)]),
      ]);
      expect(document).toMatchObject({ info: { version: String(defaultVersion) }, servers: [{ url: '/' }] });
      expect(document['info']!['description']).toContain(
        `requires.\n\n\`Accept\` chooses the version: \`application/vnd.toy.v1+json\`, \`application/vnd.toy.v2+json\`; without one of these, it is version ${defaultVersion}.\n\nHEAD`,
      );
    },
  );

  test('is below the base path', () => {
    expect(openApiOf({ 'v1/a.graphql': read('/a') }, { basePath: '/api' })['/openapi.json']).toMatchObject({
      servers: [{ url: '/api' }],
    });
  });

  /** The components of two versions with these endpoints, by the names of their properties. */
  const componentsOf = (one: Files, two: Files) => {
    const files = [one, two].flatMap((each, index) =>
      Object.entries(each).map(([name, text]) => [`v${index + 1}/${name}.graphql`, text]),
    );
    const { schemas } = openApiOf(Object.fromEntries(files))['/openapi.json']!['components']!;
    const typesOf = (properties: Node) =>
      Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, schema['$ref'] ?? schema['type']]));
    const own = Object.entries(schemas!).filter(([name]) => name !== 'Error' && name !== 'Problem');
    return Object.fromEntries(own.map(([name, { properties }]) => [name, typesOf(properties!)]));
  };
  const ID = { id: 'string' };

  test.each<[name: string, one: Files, two: Files, expected: object]>([
    ['an equal component', { a: read('/a') }, { b: read('/b', 'b') }, { Book: ID }],
    [
      'a new component',
      { a: read('/a') },
      { b: read('/b', 'b', 'shelf { name }') },
      { Book: ID, Shelf: { name: 'string' } },
    ],
    [
      'a different component',
      { a: read('/a') },
      { a: read('/a', 'a', 'theBook { pages }') },
      { Book: ID, BookV2: { pages: 'integer' } },
    ],
    [
      'a component that refers to a different one',
      { a: read('/a', 'a', 'theBook { shelf { ...Shelf } }'), 'shapes/Shelf': 'fragment Shelf on Shelf { id }' },
      { 'shapes/Shelf': 'fragment Shelf on Shelf { name }' },
      {
        Book: { shelf: '#/components/schemas/Shelf' },
        Shelf: ID,
        BookV2: { shelf: '#/components/schemas/ShelfV2' },
        ShelfV2: { name: 'string' },
      },
    ],
  ])('has %s', (_, one, two, expected) => {
    expect(componentsOf(one, two)).toEqual(expected);
  });

  test('refers to the components of each version in lists of them', () => {
    const page = read('/a', 'a', 'books @paginate(styles: [CURSOR]) { nodes { ...Volume } }');
    const files = {
      'v1/a.graphql': page,
      'v1/shapes/Volume.graphql': 'fragment Volume on Book { id }',
      'v2/shapes/Volume.graphql': 'fragment Volume on Book { pages }',
    };
    const { schemas } = openApiOf(files)['/openapi.json']!['components']!;
    expect(Object.keys(schemas!).slice(2).join(' ')).toBe('CursorPagination Volume VolumeList VolumeListV2 VolumeV2');
    expect(schemas!['VolumeListV2']!['properties']!['data']!['items']).toEqual(ref('VolumeV2'));
  });

  test.each<[name: string, files: Files, expected: object]>([
    [
      'that has moved has an id of its own',
      { 'v1/a.graphql': read('/books'), 'v2/a.graphql': read('/volumes'), 'v2/gone.graphql': GONE },
      { '/books': 'getBook', '/volumes': 'getBookV2' },
    ],
    [
      'whose id is taken gets a number',
      {
        'v1/a.graphql': read('/books'),
        'v1/b.graphql': read('/b', 'getBookV2'),
        'v2/a.graphql': read('/volumes'),
        'v2/gone.graphql': GONE,
      },
      { '/books': 'getBook', '/b': 'getBookV2', '/volumes': 'getBookV2_2' },
    ],
  ])('an operation %s', (_, files, expected) => {
    const { paths } = openApiOf(files)['/openapi.json']!;
    expect(
      Object.fromEntries(Object.entries(paths!).map(([path, methods]) => [path, methods['get']!['operationId']])),
    ).toEqual(expected);
  });
});

test('a path is listed once, whatever its placeholders are called, and spelled as it is the first time', () => {
  const files = {
    'v1/a.graphql': byId('/b/{id}', 'readBook'),
    'v1/b.graphql':
      'query inner($x: ID!, $y: String!) @endpoint(method: GET, path: "/b/{x}/c/{y}") { echo(id: $x, text: $y) }',
    'v1/c.graphql':
      'query post($no: String!, $key: ID!) @endpoint(method: POST, path: "/b/{key}/c/{no}") { echo(text: $no, id: $key) }',
    'v2/a.graphql': byId('/b/{no}', 'readBook'),
    'v3/a.graphql': byId('/b/{id}', 'gone', ', removed: true'),
  };
  const documents = openApiOf(files);
  const pathsOf = (name: string): Node => documents[name]!['paths']!;
  const names = (operation: Node) =>
    (operation['parameters'] as unknown as { name: string; in: string }[]).map((each) => `${each.in} ${each.name}`);
  for (const document of ['/v1/openapi.json', '/openapi.json']) {
    const paths = pathsOf(document);
    expect(Object.keys(paths)).toEqual(['/b/{id}', '/b/{x}/c/{y}']);
    expect(names(paths['/b/{id}']!['get']!)).toEqual(['path id']);
    expect(names(paths['/b/{x}/c/{y}']!['post']!)).toEqual(['path y', 'path x']);
  }
  expect(Object.keys(pathsOf('/v2/openapi.json'))).toContain('/b/{no}');
});

describe('an operation', () => {
  const describedAs = (endpoint: string) => operationOf(documentOf(endpoint));

  test.each<[name: string, endpoint: string, expected: object]>([
    [
      'its id, and its name as its summary and description',
      read('/a', 'readIt'),
      { operationId: 'readIt', summary: 'readIt', description: 'readIt' },
    ],
    ['the first segment as its tag', byId('/books/{id}', 'a'), { tags: ['books'] }],
    ['the tag of the root', byId('/{id}', 'a'), { tags: ['root'] }],
    [
      'the first sentence as its summary',
      `"Read it. Slowly." ${read('/a')}`,
      { summary: 'Read it', description: 'Read it. Slowly.' },
    ],
    [
      'a deprecation',
      'query a @endpoint(method: GET, path: "/a", deprecated: "2027-01-31") { title }',
      { deprecated: true },
    ],
    [
      'a sunset',
      '"Read." query a @endpoint(method: GET, path: "/a", sunset: "2027-07-31") { title }',
      { 'x-sunset': '2027-07-31', description: 'Read.\n\nEnds on 2027-07-31.' },
    ],
  ])('has %s', (_, endpoint, expected) => {
    expect(describedAs(endpoint)).toMatchObject(expected);
  });

  test('is neither deprecated nor a tool without a reason', () => {
    expect(Object.keys(describedAs(read('/a'))).join(' ')).toBe(
      'operationId tags summary description security x-scopes responses',
    );
  });

  test('is a tool where the conventions say', () => {
    expect(operationOf(documentOf(read('/a'), { tools: ['GET'] }))).toMatchObject({ 'x-mcp-tool': true });
  });

  test.each([
    [38, '  s38: title\n}\n```'],
    [39, '  s39: title\n# …\n```'],
  ])('has the first 40 lines of its GraphQL, where api.json says: %i', (count, end) => {
    const fields = Array.from({ length: count }, (_, index) => `s${index + 1}: title`).join(' ');
    const files = { ...api({ describe: { graphql: true } }), 'v1/a.graphql': read('/a', 'a', fields) };
    const { description } = operationOf(openApiOf(files)['/v1/openapi.json']!);
    expect(String(description)).toMatch(
      /^a\n\n```graphql\nquery a @endpoint\(method: GET, path: "\/a"\) \{\n {2}s1: title\n/,
    );
    expect(String(description).endsWith(end)).toBe(true);
  });

  test('has of its GraphQL what it spreads, too', () => {
    const files = {
      ...api({ describe: { graphql: true } }),
      'v1/shapes/Title.graphql': '"A shape."\nfragment Title on Book { title }',
      'v1/shapes/Unused.graphql': 'fragment Unused on Book { id }',
      'v1/books/getBook.graphql':
        '# Gets one.\n"Gets a book."\nquery getBook("Its id." $id: ID!) @endpoint(method: GET, path: "/b/{id}") { book(id: $id) { ...Title ...Own } }\nfragment Own on Book { author @unwrap { name } }',
    };
    expect(operationOf(openApiOf(files)['/v1/openapi.json']!)['description']).toBe(`Gets a book.

\`\`\`graphql
query getBook(
"Its id."
$id: ID!
) @endpoint(method: GET, path: "/b/{id}") {
  book(id: $id) {
    ...Title
    ...Own
  }
}

fragment Title on Book {
  title
}

fragment Own on Book {
  author @unwrap {
    name
  }
}
\`\`\``);
  });
});

describe('info', () => {
  const endpoint = { 'v1/a.graphql': read('/a') };
  const info = { title: 'Toys', description: 'All of them.', contact: { name: 'Bea' }, license: { name: 'CC0' } };

  test.each(['/v1/openapi.json', '/openapi.json'])('of %s is that of api.json', (path) => {
    expect(Object.keys(openApiOf(endpoint)[path]!['info']!)).toEqual(['title', 'version', 'description']);
    const described = openApiOf({ ...api({ info }), ...endpoint })[path]!['info'];
    expect(described).toEqual({
      ...info,
      version: '1',
      description: expect.stringMatching(/^All of them\.\n\nRequests carry/),
    });
    expect(Object.keys(described!)).toEqual(['title', 'version', 'description', 'contact', 'license']);
  });

  test('names the media types that Accept may have', () => {
    const document = documentOf(read('/a'), { accepts: { 'application/b+json': 'application/json' } });
    expect(document).toMatchObject({ 'x-accepts': { 'application/b+json': 'application/json' } });
    expect(document['info']!['description']).toContain(
      '\n\n`Accept` may also name `application/b+json` for `application/json`.\n\n',
    );
  });
});

// The examples of parameters, bodies and responses: made of names, formats, bounds, patterns and descriptions.
import { expect, test } from 'vitest';
import { documentOf, openApiOf, operationOf } from './support/openApiOf.ts';

const ARGUMENTS: Readonly<Record<string, string>> = {
  String: 'text',
  Int: 'number',
  Boolean: 'flag',
  Genre: 'genre',
  '[String!]': 'texts',
};

/** The conventions under which `Isbn` is a text of a format. */
const format = (name: string, type = 'string') => ({ scalars: { Isbn: { type, format: name } } });

/** A query parameter with this wire name. */
function parameterOf(name: string, variable: string, conventions: object = {}): Record<string, unknown> {
  const [, description = '', type = '', rest = ''] = /^(".*?" )?(\[String!\]|[^ !]+)(.*)$/.exec(variable)!;
  const param = rest.includes('@param(')
    ? rest.replace('@param(', `@param(name: "${name}", `)
    : `${rest} @param(name: "${name}")`;
  const endpoint = `query get(${description}$it: ${type}${param}) @endpoint(method: GET, path: "/a") { echo(${ARGUMENTS[type] ?? 'isbn'}: $it) }`;
  const [parameter] = operationOf(documentOf(endpoint, conventions))['parameters'] as unknown as Record<
    string,
    unknown
  >[];
  return parameter!;
}

const SUCH = '"The class, such as `economy`." ';

test.each<[name: string, variable: string, example: unknown, conventions?: object]>([
  ['email', 'String!', 'ada@example.com'],
  ['contact', 'Isbn!', 'ada@example.com', format('email')],
  ['when', 'Isbn!', '2026-01-31T09:30:00Z', format('date-time')],
  ['createdAt', 'String!', '2026-01-31T09:30:00Z'],
  ['day', 'Isbn!', '2026-01-31', format('date')],
  ['token', 'Isbn!', '8e03978e-40d5-43dd-bc93-6894a57f9324', format('uuid')],
  ['homepage', 'Isbn!', 'https://example.com//1', format('uri')],
  ['first_name', 'String!', 'Ada'],
  ['X-Id', 'String!', '1'],
  ['quantity', 'Isbn!', 1, { scalars: { Isbn: { type: 'integer' } } }],
  ['age', 'Int! @param(min: 200, max: 300)', 200],
  ['status', 'Genre!', 'FICTION'],
  ['hasMore', 'Boolean!', false],
  ['active', 'Boolean!', true],
  ['fare', `${SUCH}String!`, 'economy'],
  ['fare', `${SUCH}String! @param(maxLength: 3)`, 'Far'],
  ['title', 'String! @param(minLength: 30)', expect.stringMatching(/^.{30,}$/)],
  ['code', 'String! @param(pattern: "[A-Z]{2}-\\\\d{4}")', 'AA-1111'],
  ['code', 'Isbn! @param(pattern: "a+")', undefined, { scalars: { Isbn: { type: 'string', pattern: 'z+' } } }],
  ['tags', '[String!]! @param(minItems: 2)', ['Tag 1', 'Tag 1']],
])('of the required parameter %s, %s, the example is %j', (name, variable, example, conventions) => {
  expect(parameterOf(name, variable, conventions)['example']).toEqual(example);
});

test.each<[variable: string, schema: object]>([
  ['Isbn', { type: 'number', examples: [57.41] }],
  ['Isbn = 1', { type: 'number', default: 1 }],
])('of an optional parameter %s is in its schema, unless it has a default', (variable, schema) => {
  const parameter = parameterOf('page', variable, { scalars: { Isbn: { type: 'number' } } });
  expect(parameter).not.toHaveProperty('example');
  expect(parameter['schema']).toEqual(schema);
});

test.each([
  '[a-z]+',
  '\\d{3}-\\d{2}',
  '(?:a|b)c?',
  '[^/?#]*',
  '/books/[^/?#]*/authors',
  'v(\\d+)(?:\\.\\d+){2}',
  '\\+\\d{6,14}',
  '[A-Z]{2}\\d{2}[A-Z0-9]{1,30}',
  '(?<year>\\d{4})',
  '\\p{Lu}.*',
  '#[0-9a-f]{6}',
  '\\[\\w+\\]\\s\\S',
  'x{2,}?y',
])('an example matches the pattern %s', (pattern) => {
  expect(parameterOf('code', `String! @param(pattern: ${JSON.stringify(pattern)})`)['example']).toMatch(
    new RegExp(`^(?:${pattern})$`, 'u'),
  );
});

test('a pattern of very long texts has no example', () => {
  expect(parameterOf('code', 'String! @param(pattern: "(((a{1000}){1000}){1000})")')).not.toHaveProperty('example');
});

/** Texts that are too long to be an example. */
const IMPOSSIBLE = { scalars: { Isbn: { type: 'string', pattern: 'a{2000}b' } } };

/** The example of a book with these properties, which stand for all that an object can have. */
function bookOf(selection: string, conventions: object = {}): unknown {
  const { components } = documentOf(
    `query get @endpoint(method: GET, path: "/a") { theBook { ${selection} } }`,
    conventions,
  );
  return components!['examples']!['Book']!['value'];
}

test.each<[selection: string, example: object, conventions?: object]>([
  ['id title', { id: '1', title: 'Book 1' }],
  [
    'createdAt: title deletedAt: title nextCursor: title',
    { createdAt: '2026-01-31T09:30:00Z', deletedAt: null, nextCursor: null },
  ],
  ['author { name }', { author: { name: 'Ada Lovelace' } }],
  ['tags', { tags: ['Tag 1'] }],
  ['expires: isbn', { expires: 1_769_851_800 }, format('unixtime', 'integer')],
  ['genre subgenre', { genre: 'FICTION', subgenre: 'FICTION' }],
  ['quantity: pages year: pages total: pages', { quantity: 2, year: 2026, total: 1 }],
  ['isbn', { isbn: expect.any(String) as string }, { scalars: { Isbn: { type: 'any' } } }],
  ['isbn', { isbn: null }, IMPOSSIBLE],
  ['kind: __typename @template(value: "book") at: __typename @template(value: null)', { kind: 'book', at: null }],
  ['shelf { owner { name } }', { shelf: { owner: { name: 'Ada Lovelace' } } }],
])('of a book with %s the example is %j', (selection, example, conventions) => {
  expect(bookOf(selection, conventions)).toEqual(example);
});

test.each<[variables: string, example: object]>([
  ['$author: AuthorInput!', { author: { fullName: 'Ada Lovelace', genre: 'FACT' } }],
  ['$choice: Choice!', { choice: { a: expect.any(String) as string } }],
  ['$filter: Filter', { filter: {} }],
  ['$isbn: Isbn', {}],
])('of the body of %s the example is %j', (variables, example) => {
  const name = /\w+/.exec(variables)![0];
  const endpoint = `query post(${variables}) @endpoint(method: POST, path: "/a") { echo(${name}: $${name}) }`;
  const { requestBody } = operationOf(documentOf(endpoint, IMPOSSIBLE));
  expect(requestBody!['content']!['application/json']!['example']).toStrictEqual(example);
});

test('rows of CSV and JSON Lines have an example of their own', () => {
  const endpoint = `query get @endpoint(method: GET, path: "/a", produces: ["application/json", "text/csv", "application/jsonl"]) {
    books @paginate(styles: [CURSOR]) { nodes { id author { name } shelf @unwrap { name } } } }`;
  const { content } = operationOf(documentOf(endpoint))['responses']!['200']!;
  expect(content).toMatchObject({
    'text/csv': { schema: { type: 'string' }, example: 'id,author.name,shelf\r\n' },
    'application/jsonl': { schema: { type: 'string' }, example: '{}\n' },
  });
});

test('a document has less than 2.5 kB for each further endpoint, as they share what they have in common', () => {
  const sizeOf = (count: number) => {
    const endpoint = (name: string) =>
      `query ${name}($id: ID!) @endpoint(method: GET, path: "/${name}/{id}", maxAge: 60) { book(id: $id) { id title genre author { name } } }`;
    const names = Array.from({ length: count }, (_, index) => `book${index}`);
    const files = Object.fromEntries(names.map((name) => [`v1/${name}.graphql`, endpoint(name)]));
    return JSON.stringify(openApiOf(files)['/v1/openapi.json']).length;
  };
  expect(sizeOf(11) - sizeOf(1)).toBeLessThan(10 * 2500);
});

test('numbers have all of their digits in every document', () => {
  const endpoint = (value: string) =>
    `query get($isbn: Isbn = ${value}) @endpoint(method: GET, path: "/a") { echo(isbn: $isbn) }`;
  const conventions = { scalars: { Isbn: { type: 'integer' } } };
  const documents = openApiOf({
    'v1/conventions.json': conventions,
    'v1/get.graphql': endpoint('9007199254740993'),
    'v2/get.graphql': endpoint('9007199254740995'),
  });
  const defaults = Object.values(documents).flatMap((document) => {
    const [{ schema }] = operationOf(document)['parameters'] as unknown as [
      { schema: { anyOf?: { default: unknown }[]; default: unknown } },
    ];
    return (schema.anyOf ?? [schema]).map((each) => String(each.default));
  });
  const [one, two] = ['9007199254740993', '9007199254740995'];
  expect(defaults).toEqual([one, two, one, two]);
});

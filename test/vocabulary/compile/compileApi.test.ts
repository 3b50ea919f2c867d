import { PLAN_FORMAT } from '../../../src/gateway/plan/ApiPlan.ts';
import { describe, expect, test } from 'vitest';
import { compileDocuments } from './support/compileDocuments.ts';
import { faultsOf, testFaults } from '../support/faults.ts';

const schema = `
  type Query { book(id: ID, genre: Genre): Book shelves: [Shelf!]! }
  type Book { id: ID! title: String genre: Genre }
  type Shelf { name: String! }
  enum Genre { FACT FICTION }
`;
const get = (path: string, name = 'get', selection = 'id') =>
  `query ${name} @endpoint(method: GET, path: "${path}") { book { ${selection} } }`;

describe('the plan of an API', () => {
  const documents = {
    'conventions.json': '{"enums": {"*": "lowercase"}}',
    'v2/conventions.json': '{"expand": "with", "deprecated": "2027-01-31", "sunset": "2028-01-31"}',
    'v2/b.graphql': get('/b', 'two', 'genre'),
    'v1/a.graphql': get('/a', 'one', 'genre title'),
    'v1/c.graphql': get('/c', 'gone'),
    'v2/c.graphql': get('/c', 'gone').replace('")', '", removed: true)'),
    'v10/d.graphql': get('/d', 'ten'),
  };
  const compile = () => compileDocuments(schema, documents);
  test('has all versions, each with what it inherits', () => {
    const plan = compile();
    expect(plan.format).toBe(PLAN_FORMAT);
    expect(plan.versions.map(({ number, endpoints }) => [number, endpoints.map(({ name }) => name)])).toEqual([
      [1, ['one', 'gone']],
      [2, ['one', 'two']],
      [10, ['one', 'two', 'ten']],
    ]);
    expect(plan.versions.map(({ conventions }) => conventions.expand)).toEqual(['expand', 'with', 'with']);
    expect(plan.versions.map(({ endpoints }) => endpoints[0]!.sunset)).toEqual([undefined, '2028-01-31', undefined]);
  });
  test('has the types of each version', () => {
    const plan = compile();
    const genre = { values: { FACT: 'fact', FICTION: 'fiction' } };
    expect(plan.versions.map(({ types }) => types)).toEqual(
      Array.from({ length: 3 }, () => ({ enums: { Genre: genre }, inputs: {} })),
    );
  });
  test('has the coordinates of all versions', () => {
    const plan = compile();
    expect(plan.coordinates).toEqual({
      Book: 'type',
      'Book.genre': 'Genre',
      'Book.id': 'ID!',
      'Book.title': 'String',
      Genre: 'enum { FACT FICTION }',
      Query: 'query type',
      'Query.book': 'Book',
    });
  });
  test('is the same after JSON', () => {
    const plan = compile();
    expect(JSON.parse(JSON.stringify(plan))).toStrictEqual(plan);
    expect(plan.warnings).toEqual([]);
  });
  test("warns of directives of the schema that are shadowed by the vocabulary's", () => {
    const own = 'directive @unwrap(a: Int) on FIELD directive @other on FIELD directive @error on FIELD';
    expect(compileDocuments(`${own} ${schema}`, get('/a')).warnings).toEqual([
      "The schema's own directive @unwrap cannot be used in endpoint documents.",
      "The schema's own directive @error cannot be used in endpoint documents.",
    ]);
  });
});

test('warns of names that many clients of tools refuse, and of names that differ in case alone', () => {
  const long = 'a'.repeat(65);
  const { warnings } = compileDocuments(schema, {
    'v1/a.graphql': get('/a', 'getBook'),
    'v1/b.graphql': get('/b', 'GetBook'),
    'v1/c.graphql': get('/c', long),
    'v1/d.graphql': get('/d', 'b'.repeat(64)),
  });
  expect(warnings.map((each) => each.replaceAll(/\S*\/(?=v\d)/g, ''))).toEqual([
    'v1/b.graphql:1:7: The operation GetBook differs from getBook in v1/a.graphql in case alone. Give each endpoint of a version its own name.',
    'v1/c.graphql:1:7: The name of the operation has 65 characters; many clients of tools accept 64. Shorten it.',
  ]);
});

describe('documents are refused', () => {
  testFaults(schema, [
    [
      'with two operations of one name',
      { 'v1/a.graphql': get('/a', 'same'), 'v1/b.graphql': get('/b', '▶same') },
      'The operation same is also in v1/a.graphql. Give each endpoint of a version its own name.',
    ],
    [
      'with two operations of one name, and one that differs in case between them',
      { 'v1/a.graphql': get('/a', 'same'), 'v1/b.graphql': get('/b', 'Same'), 'v1/c.graphql': get('/c', '▶same') },
      'The operation same is also in v1/a.graphql. Give each endpoint of a version its own name.',
    ],
    [
      'with one name for an endpoint and one that it inherits',
      { 'v1/a.graphql': get('/a', 'same'), 'v2/b.graphql': get('/b', '▶same') },
      'The operation same is also in v1/a.graphql. Give each endpoint of a version its own name.',
    ],
    [
      'once, though a later version inherits them',
      { 'v1/a.graphql': get('/a', 'get', '▶titel'), 'v2/b.graphql': get('/b', 'other') },
      'Cannot query field "titel" on type "Book". Did you mean "title"? The fields of Book are id, title, genre.',
    ],
    [
      'with a shape that is not valid, spread or not',
      { 'v1/a.graphql': get('/a'), 'v1/shapes/Own.graphql': 'fragment Own on Book { ▶titel }' },
      'Cannot query field "titel" on type "Book". Did you mean "title"? The fields of Book are id, title, genre.',
    ],
    [
      'with a shape that has the name of another component',
      { 'v1/a.graphql': get('/a'), 'v1/shapes/Error.graphql': 'fragment ▶Error on Book { id }' },
      'The shape "Error" has the name of a component of every OpenAPI document. Rename the shape and its file.',
    ],
    [
      'with all that is wrong',
      { 'v1/a.graphql': get('/a', 'one', '▶titel'), 'v1/b.graphql': get('/b', 'two', '▶gender') },
      'Cannot query field "titel" on type "Book". Did you mean "title"? The fields of Book are id, title, genre.',
      'Cannot query field "gender" on type "Book". Did you mean "genre"? The fields of Book are id, title, genre.',
    ],
  ]);
  test('with conventions that do not fit the schema', () => {
    const documents = { 'v1/a.graphql': get('/a'), 'conventions.json': '{"scalars": {"Isbn": {"type": "string"}}}' };
    expect(faultsOf(schema, documents).join()).toContain('Isbn');
  });
});

import { describe, expect, test } from 'vitest';
import { compileDocuments } from '../support/compileDocuments.ts';
import { testDiagnostics } from '../support/testDiagnostics.ts';

const schema = `
  type Query { notebook(id: ID!): Notebook }
  type Mutation {
    delete_notebook(where: Exp!, limit: Int, owner: String): Notebook
    delete_all(name: String, city: String, status: String): Notebook
    update_notebook(where: Exp!, set: Set): Notebook
    insert_notebook(set: Set): Notebook
    remove(id: ID, options: Options): Notebook
  }
  input Exp { _and: [Exp!], name: TextExp, owner: TextExp }
  input TextExp { _eq: String }
  input Set { name: String }
  input Options { force: Boolean }
  type Notebook { id: ID! }
`;
const remove = (variables: string, field: string, more = '') =>
  `mutation m${variables} @endpoint(method: DELETE, path: "/notebooks${more}") { ${field} { id } }`;
const lookup = 'query l($id: ID!) { notebook(id: $id) { id @export(as: "found") } }';
const REQUIRED = 'Make a variable in it required.';
const message = (names: string, field: string) =>
  `Absent parameters can empty ${names} of ${field}, which then holds for everything.`;

describe('DELETE', () => {
  testDiagnostics(schema, [
    [
      'is refused with a filter that can be empty',
      remove('($a: String)', 'delete_notebook(▶where: {name: {_eq: $a}})'),
      `${message('"where"', 'delete_notebook')} | ${REQUIRED}`,
    ],
    [
      'is refused with a list in its filter that can be empty, in a fragment as well',
      `mutation m($a: String, $b: String) @endpoint(method: DELETE, path: "/notebooks") { ...F }
      fragment F on Mutation { delete_notebook(limit: 1, ▶where: {_and: [{name: {_eq: $a}}, {owner: {_eq: $b}}]}) { id } }`,
      `${message('"where"', 'delete_notebook')} | ${REQUIRED}`,
    ],
    [
      'may have a required variable in its filter',
      remove('($a: String, $b: String!)', 'delete_notebook(where: {_and: [{name: {_eq: $a}}, {owner: {_eq: $b}}]})'),
    ],
    [
      'may have a constant in its filter',
      remove('($a: String)', 'delete_notebook(where: {name: {_eq: $a}, owner: {}})'),
    ],
    ['may have a default in its filter', remove('($a: String = "x")', 'delete_notebook(where: {name: {_eq: $a}})')],
    [
      'may have other parameters beside one of the path',
      remove('($id: ID!, $force: Boolean)', 'remove(id: $id, options: {force: $force})', '/{id}'),
    ],
    [
      'may have other parameters beside one of the lookup',
      `${lookup}\n${remove('($found: ID!, $force: Boolean)', 'remove(id: $found, options: {force: $force})', '/{id}')}`,
    ],
  ]);
});

describe('a warning is given', () => {
  const post = (variables: string, field: string, path = '/notebooks') =>
    `mutation m${variables} @endpoint(method: PATCH, path: "${path}") { ${field} { id } }`;
  test.each<[promise: string, document: string, ...warnings: string[]]>([
    [
      'where all arguments of a DELETE are optional',
      remove('($a: String, $b: String)', 'delete_all(name: $a, city: $b)'),
      `${message('"name", "city"', 'delete_all')} Make one of them required.`,
    ],
    [
      'where a filter beside other arguments can be empty',
      post('($a: String, $name: String!)', 'update_notebook(where: {name: {_eq: $a}}, set: {name: $name})'),
      `${message('"where"', 'update_notebook')} ${REQUIRED}`,
    ],
    ['not where a constant is an argument', remove('($a: String)', 'delete_all(name: $a, status: "done")')],
    ['not where the only argument can be empty', post('($name: String)', 'insert_notebook(set: {name: $name})')],
    [
      'not beside a variable of the path',
      post('($id: ID!, $force: Boolean)', 'remove(id: $id, options: {force: $force})', '/notebooks/{id}'),
    ],
  ])('%s', (_, document, ...warnings) => {
    const found = compileDocuments(schema, document).warnings.map((each) => each.replace(/^\S+ /, ''));
    expect(found).toEqual(warnings);
  });
});

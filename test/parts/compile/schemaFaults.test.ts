import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { withSchemaFaults } from '../../../src/gateway/base/errors/Diagnostic.ts';
import { faultsOf, warningsOf } from '../../vocabulary/support/faults.ts';

const schema = 'type Query { book: Book } type Book { id: ID! title: String }';
const get = (selection: string) => `query get @endpoint(method: GET, path: "/b") { ${selection} }`;

describe('a part of the schema that is not valid', () => {
  const faulty = buildSchema(schema);
  const fault = { file: 'schema.graphql', line: 3, column: 1, message: 'There are two.', hint: '' };
  faulty.extensions = withSchemaFaults({}, [{ ...fault, coordinates: ['Book.isbn', 'Book.title'] }]);

  test('is refused where an operation uses it', () => {
    expect(faultsOf(faulty, get('▶book { title }'))).toEqual([
      'v1/a.graphql:1:1: get uses Book.title, which is not valid in the schema: schema.graphql:3:1: There are two. Correct the schema.',
    ]);
  });

  test('is a warning where none does', () => {
    expect(warningsOf(faulty, get('book { id }'))).toEqual(['schema.graphql:3:1: There are two.']);
  });
});

import { expect, test } from 'vitest';
import { RESERVED } from '../../../../src/gateway/document/checkShapeNames.ts';
import { diagnose } from './support/diagnose.ts';
import { query } from './support/table.ts';

const shapes = (...names: string[]) =>
  diagnose({
    'v1/a.graphql': query('shelves { name }'),
    ...Object.fromEntries(names.map((name) => [`v1/shapes/${name}.graphql`, `fragment ${name} on Book { id }`])),
  });

test.each([...RESERVED])('%s is not the name of a shape', (name) => {
  expect(shapes(name)).toEqual([
    `v1/shapes/${name}.graphql:1:10: The shape "${name}" has the name of a component of every OpenAPI document. | Rename the shape and its file.`,
  ]);
});

test('a shape does not have the name of an input object, or of the list of another shape', () => {
  expect(shapes('BookInput', 'Book', 'BookList', 'ShelfList')).toEqual([
    'v1/shapes/BookInput.graphql:1:10: The shape "BookInput" has the name of the component for the input object. | Rename the shape and its file.',
    'v1/shapes/BookList.graphql:1:10: The shape "BookList" has the name of the component for lists of the shape "Book". | Rename the shape and its file.',
  ]);
});

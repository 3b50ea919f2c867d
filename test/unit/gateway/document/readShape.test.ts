import { expect, test } from 'vitest';
import { diagnose } from './support/diagnose.ts';
import { query } from './support/table.ts';

const document = { 'v1/a.graphql': query('shelves { name }') };

test.each([
  [
    'a fragment of another name',
    'fragment B on Book { id }',
    '1:10: The shape "B" must have the name of its file. | Rename the fragment to "A", or the file to B.graphql.',
  ],
  [
    'an operation',
    query('shelves { name }'),
    '1:1: A file in the folder "shapes" must define a fragment. | Write "fragment A on …", or move the file out of the folder.',
  ],
  [
    'a second fragment',
    'fragment A on Book { id }\nfragment B on Book { id }',
    '2:1: A file in the folder "shapes" must define one fragment only. | Move it to a file of its own.',
  ],
  [
    'a syntax error',
    'fragment A Book { id }',
    '1:12: Syntax Error: Expected "on", found Name "Book". | Write a shape as fragment A on Type { field }.',
  ],
  [
    'an empty file',
    '',
    '1:1: Syntax Error: Unexpected <EOF>. | Write a fragment, such as fragment A on Type { field }.',
  ],
])('a shape is not %s', (_, text, diagnostic) => {
  expect(diagnose({ ...document, 'v1/x/shapes/A.graphql': text })).toEqual([`v1/x/shapes/A.graphql:${diagnostic}`]);
});

test('endpoints are not checked against shapes that cannot be read', () => {
  const files = {
    'v1/a.graphql': query('book(id: 1) { titel ...A }'),
    'v1/shapes/A.graphql': 'fragment B on Book { id }',
  };
  expect(diagnose(files)).toHaveLength(1);
});

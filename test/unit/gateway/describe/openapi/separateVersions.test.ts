import { expect, test } from 'vitest';
import { type Components, type Schema, ref } from '../../../../../src/gateway/describe/openapi/Schema.ts';
import { separateVersions } from '../../../../../src/gateway/describe/openapi/separateVersions.ts';

const A = { type: 'string' };
const B = { type: 'number' };

test.each<[name: string, known: Record<string, Schema>, own: Record<string, Schema>, expected: Record<string, Schema>]>(
  [
    ['an equal component', { Book: A }, { Book: A }, { Book: A }],
    ['a new component', { Book: A }, { Shelf: B }, { Book: A, Shelf: B }],
    ['a different component', { Book: A }, { Book: B }, { Book: A, BookV2: B }],
    [
      'a component that refers to a different one',
      { Book: A, List: ref('Book'), Page: ref('List') },
      { Book: B, List: ref('Book'), Page: ref('List') },
      { Book: A, List: ref('Book'), Page: ref('List'), BookV2: B, ListV2: ref('BookV2'), PageV2: ref('ListV2') },
    ],
  ],
)('adds %s', (_, known, own, expected) => {
  const components: Components = new Map(Object.entries(known));
  separateVersions(components, new Map(Object.entries(own)), 'V2');
  expect(Object.fromEntries(components)).toEqual(expected);
});

test('renames the references in a node of that version', () => {
  const rename = separateVersions(new Map([['Book', A]]), new Map([['Book', B]]), 'V2');
  expect(rename({ items: ref('Book'), other: [ref('Shelf')] })).toEqual({
    items: ref('BookV2'),
    other: [ref('Shelf')],
  });
});

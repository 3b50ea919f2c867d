import { expect, test } from 'vitest';
import { wireProperties } from '../../../../src/gateway/plan/wireProperties.ts';
import { leaf, object } from '../describe/support/plans.ts';

test('the properties of spread objects take their place; each has the response keys of its value', () => {
  const id = leaf('ID!');
  const inner = object('Shelf', {
    row: { kind: 'spread', path: [], of: object('Row', { number: id }), nullable: true },
  });
  const book = object('Book', {
    title: id,
    shelf: { kind: 'spread', path: ['node'], of: inner, nullable: false },
    more: { kind: 'group', of: object('Book', { id }), nullable: false },
  });
  const found = wireProperties(book).map(({ name, path, shape }) => [name, path, shape.kind, shape.nullable]);
  expect(found).toEqual([
    ['title', ['title'], 'leaf', false],
    ['number', ['shelf', 'node', 'row', 'number'], 'leaf', true],
    ['more', [], 'group', false],
  ]);
});

import { describe, expect, test } from 'vitest';
import {
  type ListShape,
  type LeafShape,
  type ObjectShape,
  type Shape,
  type ShapeProperty,
  findProperty,
  wireProperties,
} from '../../../src/gateway/plan/Shape.ts';

/** A scalar or an enum; `String!` is never null. */
function leaf(type: string): LeafShape {
  return { kind: 'leaf', type: type.replace('!', ''), nullable: !type.endsWith('!') };
}

/** An object of a type that is never null, of required properties. */
function object(type: string, properties: Readonly<Record<string, Shape>>): ObjectShape {
  const all = Object.entries(properties).map(([key, shape]): ShapeProperty => ({
    field: key,
    key,
    shape,
    required: true,
  }));
  return { kind: 'object', type, properties: all, nullable: false };
}

function list(of: Shape): ListShape {
  return { kind: 'list', of, nullable: false };
}

describe('wireProperties', () => {
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
});

const id = leaf('ID!');
const author = object('Author', { name: leaf('String!'), motto: leaf('String') });
const body: Shape = {
  kind: 'wrapped',
  as: 'data',
  nullable: false,
  of: object('Book', {
    id,
    author,
    reader: { ...author, nullable: true },
    first: { kind: 'unwrapped', key: 'author', field: 'author', of: author, nullable: false },
    at: { kind: 'wrapped', as: 'date', of: id, nullable: false },
    more: { kind: 'group', of: object('Book', { isbn: id }), nullable: false },
    spread: { kind: 'spread', path: [], of: object('Shelf', { shelf: id }), nullable: false },
    null: { kind: 'spread', path: [], of: object('Shelf', { row: id }), nullable: true },
    tags: list(id),
  }),
};

describe('findProperty', () => {
  test.each<[path: string, found: [kind: string, isAlwaysThere: boolean] | undefined]>([
    ['data.id', ['leaf', true]],
    ['data.author', ['object', true]],
    ['data.author.name', ['leaf', true]],
    ['data.author.motto', ['leaf', false]],
    ['data.reader.name', ['leaf', false]],
    ['data.first.name', ['leaf', true]],
    ['data.at.date', ['leaf', true]],
    ['data.more.isbn', ['leaf', true]],
    ['data.shelf', ['leaf', true]],
    ['data.row', ['leaf', false]],
    ['data.tags', ['list', true]],
    ['id', undefined],
    ['data.spread', undefined],
    ['data.isbn', undefined],
    ['data.tags.0', undefined],
  ])('a body has at %s: %j', (path, found) => {
    const actual = findProperty(body, path.split('.'));
    expect(actual && [actual.shape.kind, actual.isAlwaysThere]).toEqual(found);
  });
  test.each([
    ['data.first.name', ['first', 'author', 'name']],
    ['data.more.isbn', ['isbn']],
    ['data.shelf', ['spread', 'shelf']],
  ])('the response keys that lead to %s are %j', (path, keys) => {
    expect(findProperty(body, path.split('.'))?.path).toEqual(keys);
  });
});

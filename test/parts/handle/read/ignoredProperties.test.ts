import { describe, expect, test } from 'vitest';
import { contextOf, field, parameter } from './support/coercion.ts';
import { readVariables } from './support/readRequest.ts';

const context = contextOf({
  inputs: {
    Book: { fields: [field('title', 'String'), field('shelf', 'Shelf')] },
    Shelf: { fields: [field('room', 'Int')] },
  },
});
const PROPERTIES = [
  parameter('title', 'String', { source: 'body' }),
  parameter('book.shelf', 'Shelf', { source: 'body', variable: 'shelf' }),
];
const WHOLE = [parameter('books', '[Book!]!', { source: 'whole' })];
const inBody = (body: string[]) => ({ path: [], query: [], body });

describe('properties that an endpoint ignores', () => {
  test.each<[ignored: string[], body: unknown, expected: unknown]>([
    [['id'], { id: 1, title: 'a' }, { title: 'a' }],
    [['id'], { title: 'a' }, { title: 'a' }],
    [['id', 'link'], { id: 1, link: {}, title: 'a' }, { title: 'a' }],
    [['meta.id'], { meta: { id: 1 }, title: 'a' }, { title: 'a' }],
    [['meta.a.id'], { meta: { a: { id: 1 } }, title: 'a' }, { title: 'a' }],
    [['meta.id', 'meta.tag'], { meta: { id: 1, tag: 2 }, title: 'a' }, { title: 'a' }],
    [['meta.id'], { meta: [{ id: 1 }] }, ['meta is not a known property; known properties are "title", "book"']],
    [['meta.id'], { meta: { id: 1, x: 2 } }, ['meta is not a known property; known properties are "title", "book"']],
    [['meta.id'], { meta: 1 }, ['meta is not a known property; known properties are "title", "book"']],
    [['book.shelf.id'], { book: { shelf: { id: 1 } } }, { shelf: {} }],
    [['book.shelf.id'], { book: { shelf: { id: 1, room: 2 } } }, { shelf: { room: 2 } }],
    [['book.shelf.meta.id'], { book: { shelf: { meta: { id: 1 }, room: 2 } } }, { shelf: { room: 2 } }],
    [['constructor.name'], { title: 'a' }, { title: 'a' }],
  ])('%j of %j leave %j', (ignored, body, expected) => {
    expect(readVariables({ parameters: PROPERTIES, ignored: inBody(ignored) }, { body }, context)).toStrictEqual(
      expected,
    );
  });

  test.each<[ignored: string[], body: unknown, expected: unknown]>([
    [['id'], [{ id: 1, title: 'a' }, { id: 2 }], [{ title: 'a' }, {}]],
    [['shelf.id'], [{ shelf: { id: 1 } }, { shelf: null }], [{ shelf: {} }, { shelf: null }]],
    [['meta.id'], [{ meta: { id: 1 }, title: 'a' }], [{ title: 'a' }]],
  ])('%j are removed from the items of %j', (ignored, body, books) => {
    expect(readVariables({ parameters: WHOLE, ignored: inBody(ignored) }, { body }, context)).toEqual({ books });
  });

  test('leave the body of a request as it was received', () => {
    const body = { id: 1, meta: { id: 2 }, title: 'a' };
    readVariables({ parameters: PROPERTIES, ignored: inBody(['id', 'meta.id']) }, { body }, context);
    expect(body).toEqual({ id: 1, meta: { id: 2 }, title: 'a' });
  });

  test('of the query are no problem', () => {
    const ignored = { path: [], query: ['trace'], body: [] };
    expect(readVariables({ ignored }, { query: 'trace=1' })).toEqual({});
    expect(readVariables({ ignored }, { query: 'x=1' })).toEqual(['x is not a known parameter']);
  });
});

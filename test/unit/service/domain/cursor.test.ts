import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeListCursor, encodeListCursor } from '../../../../src/service/domain/cursor.ts';

const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

test('decodes the id of every cursor that it encodes', () => {
  fc.assert(fc.property(id, (one) => void expect(decodeListCursor('users', encodeListCursor('users', one))).toBe(one)));
});

test('encodes cursors that need no escaping in a URL', () => {
  fc.assert(fc.property(id, (one) => void expect(encodeListCursor('orders of user 7', one)).toMatch(/^[\w-]+$/)));
});

test('refuses the cursor of another list', () => {
  expect(decodeListCursor('products', encodeListCursor('users', 5))).toBeUndefined();
  expect(decodeListCursor('orders of user 1', encodeListCursor('orders of user 11', 5))).toBeUndefined();
});

test('refuses a cursor with any one character changed, removed or added', () => {
  const cursor = encodeListCursor('users', 4711);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ =+/é';
  for (let at = 0; at <= cursor.length; at++) {
    const [before, after] = [cursor.slice(0, at), cursor.slice(at)];
    for (const other of alphabet) {
      if (other !== cursor[at]) expect(decodeListCursor('users', before + other + after.slice(1))).toBeUndefined();
      expect(decodeListCursor('users', before + other + after)).toBeUndefined();
    }
    if (at < cursor.length) expect(decodeListCursor('users', before + after.slice(1))).toBeUndefined();
  }
});

test.each([2 ** 53, -1, 1.5])('refuses %d, which is no id, in a well-formed cursor', (none) => {
  expect(decodeListCursor('users', encodeListCursor('users', none))).toBeUndefined();
});

test('refuses other text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => void expect(decodeListCursor('users', text)).toBeUndefined()),
  );
});

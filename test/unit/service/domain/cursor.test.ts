import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeListCursor, encodeListCursor } from '../../../../src/service/domain/cursor.ts';

const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
const position = fc.oneof(
  id.map((one) => ({ id: one })),
  fc.tuple(id, time).map(([one, at]) => ({ id: one, createdAt: at.getTime() })),
);

test('decodes the position of every cursor that it encodes', () => {
  fc.assert(
    fc.property(position, (one) => {
      expect(decodeListCursor('users', encodeListCursor('users', one))).toEqual(one);
    }),
  );
});

test('encodes an id as the cursors of the first release', () => {
  expect(encodeListCursor('users', { id: 7 })).toBe('MXc3OTBwNDp1c2Vyczo3');
});

test('encodes cursors that need no escaping in a URL', () => {
  const list = 'orders of user 7 CREATED_AT_DESC';
  fc.assert(fc.property(position, (one) => void expect(encodeListCursor(list, one)).toMatch(/^[\w-]+$/)));
});

test('refuses the cursor of another list', () => {
  expect(decodeListCursor('products', encodeListCursor('users', { id: 5 }))).toBeUndefined();
  expect(decodeListCursor('orders of user 1', encodeListCursor('orders of user 11', { id: 5 }))).toBeUndefined();
});

test.each([{ id: 4711 }, { id: 4711, createdAt: -1 }])(
  'refuses the cursor of %j with one character changed',
  (given) => {
    const cursor = encodeListCursor('users', given);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ =+/é';
    for (let at = 0; at <= cursor.length; at++) {
      const [before, after] = [cursor.slice(0, at), cursor.slice(at)];
      for (const other of alphabet) {
        if (other !== cursor[at]) expect(decodeListCursor('users', before + other + after.slice(1))).toBeUndefined();
        expect(decodeListCursor('users', before + other + after)).toBeUndefined();
      }
      if (at < cursor.length) expect(decodeListCursor('users', before + after.slice(1))).toBeUndefined();
    }
  },
);

test.each([2 ** 53, -1, 1.5])('refuses %d, which is no id, in a well-formed cursor', (none) => {
  expect(decodeListCursor('users', encodeListCursor('users', { id: none }))).toBeUndefined();
});

test.each([-62_135_596_800_001, 253_402_300_800_000, 1.5])(
  'refuses the time %d in a well-formed cursor',
  (createdAt) => {
    expect(decodeListCursor('users', encodeListCursor('users', { id: 1, createdAt }))).toBeUndefined();
  },
);

test('refuses other text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => void expect(decodeListCursor('users', text)).toBeUndefined()),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../../src/gateway/protocol/cursor.ts';

const encoded = 'A_UVT99aS8vPYTox';
test('a cursor is its checksum and its bytes', () => expect(encodeCursor('a:1', 'users')).toBe(encoded));
test('a cursor of its list is decoded', () => expect(decodeCursor(encoded, 'users')).toBe('a:1'));

test.each([
  ['of another list', () => encodeCursor('a:1', 'orders')],
  ['that is empty', () => ''],
  ['that is damaged', () => encoded.replace('A', 'B')],
  ['that is cut off', () => encoded.slice(0, -4)],
  ['that is a checksum alone', () => encodeCursor('', 'users')],
  ['with a longer end', () => `${encoded}AA`],
  ['with padding', () => `${encodeCursor('a', 'users')}=`],
  ['with a character outside the alphabet', () => `${encoded}!`],
  ['in base64', () => Buffer.from(encodeCursor('??>', 'users'), 'base64url').toString('base64')],
  ['that is not an encoding', () => 'page 2'],
])('a cursor %s is undefined', (_, cursor) => {
  expect(decodeCursor(cursor(), 'users')).toBeUndefined();
});

test('any cursor comes back for its own list only', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.string(), fc.string(), (cursor, list, other) => {
      expect(decodeCursor(encodeCursor(cursor, list), list)).toBe(cursor);
      if (other !== list) expect(decodeCursor(encodeCursor(cursor, list), other)).toBeUndefined();
    }),
  );
});

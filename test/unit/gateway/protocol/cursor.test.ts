import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../../src/gateway/protocol/cursor.ts';

const encoded = 'A_UVT99aS8vPYTox';
test('a cursor is its checksum and its bytes', () => expect(encodeCursor('a:1', 'users')).toBe(encoded));
test('a cursor of its list is decoded', () => expect(decodeCursor(encoded, 'users')).toBe('a:1'));

test.each([
  ['of another list', encoded, 'orders'],
  ['that is empty', '', 'users'],
  ['that is damaged', encoded.replace('A', 'B'), 'users'],
  ['that is cut off', encoded.slice(0, -4), 'users'],
  ['that is a checksum alone', encodeCursor('', 'users'), 'users'],
  ['with a longer end', `${encoded}AA`, 'users'],
  ['with padding', `${encodeCursor('a', 'users')}=`, 'users'],
  ['with a character outside the alphabet', `${encoded}!`, 'users'],
  [
    'in base64 instead of base64url',
    Buffer.from(encodeCursor('??>', 'users'), 'base64url').toString('base64'),
    'users',
  ],
  ['that is no encoding at all', 'page 2', 'users'],
])('a cursor %s is undefined', (_, cursor, list) => {
  expect(decodeCursor(cursor, list)).toBeUndefined();
});

test('any cursor comes back for its own list only', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.string(), fc.string(), (cursor, list, other) => {
      expect(decodeCursor(encodeCursor(cursor, list), list)).toBe(cursor);
      if (other !== list) expect(decodeCursor(encodeCursor(cursor, list), other)).toBeUndefined();
    }),
  );
});

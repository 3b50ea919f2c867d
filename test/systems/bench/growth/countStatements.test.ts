import { expect, test } from 'vitest';
import { countStatements } from '../../../../bench/src/growth/countStatements.ts';

/** A message with a type, its length and its body. */
const message = (type: string, body = '') => {
  const bytes = Buffer.from(`${type}....${body}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
};
/** A message before the startup is over: its length, a code and its body. */
const untyped = (code: number, body = '') => {
  const bytes = Buffer.from(`........${body}`);
  bytes.writeInt32BE(bytes.length, 0);
  bytes.writeInt32BE(code, 4);
  return bytes;
};

const STARTUP = untyped(196_608, 'user\0postgres\0\0');
const TLS = untyped(80_877_103);
const CANCEL = untyped(80_877_102, '12345678');
const PASSWORD = message('p', 'secret\0');
const EXTENDED = [message('P', 's\0SELECT 1\0..'), message('B', '\0s\0......'), message('E', '\0....'), message('S')];

test.each([
  ['the start of a session', [STARTUP, PASSWORD], 0],
  ['a simple query', [STARTUP, message('Q', 'SELECT 1\0')], 1],
  ['a prepared statement, which is parsed once', [STARTUP, ...EXTENDED, ...EXTENDED.slice(1)], 2],
  ['statements in a pipeline', [STARTUP, ...EXTENDED.slice(1, 3), ...EXTENDED.slice(1, 4)], 2],
  ['texts that contain the bytes of messages', [STARTUP, message('Q', 'SELECT $$E\0\0\0\x04Q\0\0\0\x04$$\0')], 1],
  ['a session after a refused request for TLS', [TLS, STARTUP, message('Q', 'SELECT 1\0')], 1],
  ['a cancellation', [CANCEL], 0],
  ['the end of a session', [STARTUP, message('X')], 0],
])('counts %s', (_, messages, expected) => {
  const bytes = Buffer.concat(messages);
  expect(countStatements()(bytes)).toBe(expected);
  const counter = countStatements();
  const counts = [...bytes].map((byte) => counter(Buffer.of(byte)));
  expect(counts.at(-1)).toBe(expected);
});

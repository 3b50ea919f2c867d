import { expect, test } from 'vitest';
import { countHttpRequests } from '../../../../bench/src/facade/countHttpRequests.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 21\r\n\r\n{"a":" HTTP/1.1\\r\\n"}';

test.each([
  ['none', '', 0],
  ['requests in a pipeline', GET + GET + POST, 3],
  ['bodies that look like a request line', POST, 1],
])('counts %s, in chunks of any size', (_, text, expected) => {
  expect(countHttpRequests()(Buffer.from(text))).toBe(expected);
  const counter = countHttpRequests();
  const counts = [...Buffer.from(text)].map((byte) => counter(Buffer.of(byte)));
  expect(counts.at(-1) ?? 0).toBe(expected);
});

import { expect, test } from 'vitest';
import { encodePath } from '../../../../src/gateway/protocol/encodePath.ts';

test.each([
  ["/a-b/~c:@!$&'()*+,;=?d#e%20", "/a-b/~c:@!$&'()*+,;=?d#e%20"],
  ['/a b/ü/"{}', '/a%20b/%C3%BC/%22%7B%7D'],
  ['\ud800', '%EF%BF%BD'],
])('%j is %s', (text, encoded) => {
  expect(encodePath(text)).toBe(encoded);
});

import { expect, test } from 'vitest';
import { jsonPointer } from '../../../../src/gateway/protocol/jsonPointer.ts';

// RFC 6901, section 5.
test.each([
  [[], ''],
  [['foo', '0'], '/foo/0'],
  [[''], '/'],
  [['a/b'], '/a~1b'],
  [['m~n'], '/m~0n'],
  [['~1'], '/~01'],
])('the pointer of %j is %j', (steps, pointer) => {
  expect(jsonPointer(steps)).toBe(pointer);
});

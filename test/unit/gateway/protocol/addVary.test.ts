import { expect, test } from 'vitest';
import { addVary } from '../../../../src/gateway/protocol/addVary.ts';

test.each<[string | undefined, string, string]>([
  [undefined, 'Accept', 'Accept'],
  ['', 'Accept', 'Accept'],
  [' , ', 'Accept', 'Accept'],
  ['Accept', 'Origin', 'Accept, Origin'],
  ['Accept', 'Accept', 'Accept'],
  ['accept', 'Accept', 'accept'],
  ['Accept', 'accept', 'Accept'],
  ['Accept,Origin', 'Origin', 'Accept,Origin'],
  ['Accept ,  Origin', 'Origin', 'Accept ,  Origin'],
  ['Accept-Encoding', 'Accept', 'Accept-Encoding, Accept'],
  ['*', 'Origin', '*'],
])('Vary: %s with %s is %s', (vary, name, expected) => {
  expect(addVary(vary, name)).toBe(expected);
});

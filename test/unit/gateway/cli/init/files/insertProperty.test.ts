import { expect, test } from 'vitest';
import { insertProperty } from '../../../../../../src/gateway/cli/init/files/insertProperty.ts';

test.each([
  ['into an empty object', '{}', [], '{\n  "n": 1\n}'],
  ['behind the last property', '{\n  "a": 0\n}', [], '{\n  "a": 0,\n  "n": 1\n}'],
  ['before a greater one', '{ "a": 0, "z": 2 }', [], '{ "a": 0, "n": 1, "z": 2 }'],
  ['before the first one', '{\n\t"z": 2\n}', [], '{\n\t"n": 1,\n\t"z": 2\n}'],
  ['into an empty object below', '{\n\t"o": {}\n}', ['o'], '{\n\t"o": {\n\t\t"n": 1\n\t}\n}'],
  [
    'into an object below',
    '{\n  "o": {\n    "a": [ ]\n  }\n}',
    ['o'],
    '{\n  "o": {\n    "a": [ ],\n    "n": 1\n  }\n}',
  ],
])('%s', (_, text, path, expected) => {
  expect(insertProperty(text, path, ['n', 1], (name) => name > 'n')).toBe(expected);
});

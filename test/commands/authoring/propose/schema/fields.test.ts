import { expect, test } from 'vitest';
import { describeField } from '../../../../../src/authoring/propose/schema/fields.ts';

test.each([
  [undefined, 'List users.'],
  ['', 'List users.'],
  ['All users. Sorted.', 'All users.'],
  ['All users', 'All users.'],
  ['All users of example.com, e.g. ann. Sorted.', 'All users of example.com, e.g. ann.'],
  ['All\n  users.\n\nMore.', 'All users.'],
  [`${'a'.repeat(300)}.`, 'List users.'],
])('%j', (description, text) => {
  expect(describeField({ description }, 'List users.')).toBe(text);
});

import { expect, test } from 'vitest';
import { prefersProblem } from '../../../../src/gateway/protocol/prefersProblem.ts';

test.each([
  ['application/vnd.api+json, application/problem+json;q=0.5', false],
  ['application/vnd.api+json;q=0.1, application/problem+json;q=0.5', true],
])('an error of another media type for %s is a problem document: %s', (accept, expected) => {
  expect(prefersProblem(accept, 'application/vnd.api+json; ext=x')).toBe(expected);
});

test('an API whose own errors are problem documents has no others', () => {
  expect(prefersProblem('application/problem+json', 'application/problem+json')).toBe(false);
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/problem+json', true],
  ['APPLICATION/PROBLEM+JSON', true],
  ['application/json, application/problem+json', false],
  ['application/json;q=0.9, application/problem+json', true],
  ['application/problem+json;q=0.9, application/json', false],
  ['application/*;q=0.1, application/problem+json;q=0.2', true],
  ['application/problem+json, */*', false],
  ['application/problem+json, */*;q=0.9', true],
  ['application/problem+json;q=0', false],
  ['application/problem+xml', false],
])('an error for %s is a problem document: %s', (accept, expected) => {
  expect(prefersProblem(accept)).toBe(expected);
});

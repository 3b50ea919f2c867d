import { expect, test } from 'vitest';
import { parsePathTemplate } from '../../../../src/gateway/document/parsePathTemplate.ts';

const literal = (text: string) => ({ kind: 'literal', text });
const placeholder = (name: string, suffix = '') => ({ kind: 'placeholder', name, suffix });

test.each([
  ['/', []],
  ['/users', [literal('users')]],
  ['/users/{id}/orders', [literal('users'), placeholder('id'), literal('orders')]],
  ['/users/{user_id}:archive', [literal('users'), placeholder('user_id', ':archive')]],
  ['/a.b~c/@me/x:y', [literal('a.b~c'), literal('@me'), literal('x:y')]],
  ['/version/v1', [literal('version'), literal('v1')]],
  ['/v1beta', [literal('v1beta')]],
  ['/v0', [literal('v0')]],
])('%s is a path', (path, segments) => {
  expect(parsePathTemplate(path)).toEqual(segments);
});

const SEGMENT = 'Write a placeholder as "{id}" or "{id}:action", and a literal without special characters.';
test.each<[path: string, fault: string, hint: string]>([
  ['users', 'must start with a slash', 'Write "/users".'],
  ['', 'must start with a slash', 'Write "/".'],
  ['/users/', 'must not end with a slash', 'Write "/users".'],
  ['//', 'must not end with a slash', 'Write "/".'],
  ['/a//b', 'must not have an empty segment', 'Remove one of the two slashes.'],
  ['/v1/users', 'must not begin with a version, which the folder adds', 'Write "/users".'],
  ['/v1/users/:id', 'must not begin with a version, which the folder adds', 'Write "/users/{id}".'],
  ['v1/users/:id/', 'must start with a slash', 'Write "/users/{id}".'],
  ['/users/:id/', 'must not end with a slash', 'Write "/users/{id}".'],
  ['/v12', 'must not begin with a version, which the folder adds', 'Write "/".'],
  ['/users/:id', 'must not have the segment ":id"', 'Write the placeholder as "{id}".'],
  ['/users?limit=1', 'must not have a query', 'Declare query parameters as variables.'],
  ...['{id', 'id}', '{}', '{a-b}', '{id}x', '<id>', '%20', 'a b', 'é', '*a[]'].map(
    (segment): [string, string, string] => [
      `/x/${segment}`,
      `has the segment "${segment}", which is neither a literal nor a placeholder`,
      SEGMENT,
    ],
  ),
])('%s is not a path', (path, fault, hint) => {
  expect(parsePathTemplate(path)).toEqual({ message: `The path "${path}" ${fault}.`, hint });
});

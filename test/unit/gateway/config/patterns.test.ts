import { expect, test } from 'vitest';
import { API_NAME_PATTERN, BASE_PATH_PATTERN } from '../../../../src/gateway/config/patterns.ts';

test.each(['', '/api', '/x/y-1.2', '/~me/a@b', '/...'])('"%s" is a base path', (path) => {
  expect(path).toMatch(BASE_PATH_PATTERN.pattern);
});

test.each(['/', 'x', '/x/', '/x//y', '/x%20y', '/x?y', '/x#y', '/x/..', '/./x', '/x y', '/é'])(
  '"%s" is not a base path',
  (path) => {
    expect(path).not.toMatch(BASE_PATH_PATTERN.pattern);
  },
);

test.each(['a', 'acme.shop', '3d-api_2', 'a'.repeat(64)])('"%s" is the name of an API', (name) => {
  expect(name).toMatch(API_NAME_PATTERN.pattern);
});

test.each(['', 'Acme', 'a+b', 'a/b', 'a b', '.a', '"', 'a'.repeat(65)])('"%s" is not the name of an API', (name) => {
  expect(name).not.toMatch(API_NAME_PATTERN.pattern);
});

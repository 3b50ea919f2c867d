import { expect, test } from 'vitest';
import { isUrl } from '../../../../../src/gateway/cli/init/isUrl.ts';

test.each([
  ['https://api.example.com/graphql', true],
  ['HTTP://localhost:4000', true],
  ['schema.graphql', false],
  ['C:\\schema.graphql', false],
  ['http.graphql', false],
])('%s: %s', (source, expected) => {
  expect(isUrl(source)).toBe(expected);
});

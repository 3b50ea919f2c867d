import { expect, test } from 'vitest';
import { headerVariable } from '../../../src/project/readSources.ts';

test.each([
  ['authorization', 'UPSTREAM_AUTHORIZATION'],
  ['x-api-key', 'UPSTREAM_X_API_KEY'],
  ["it's.odd", 'UPSTREAM_IT_S_ODD'],
])('%s is %s', (header, variable) => {
  expect(headerVariable(header)).toBe(variable);
});

import { expect, test } from 'vitest';
import { suggest } from '../../../../src/gateway/errors/suggest.ts';

test.each([
  ['limt', ['limit', 'offset'], '; did you mean "limit"?'],
  ['LIMIT', ['limit', 'offset'], '; did you mean "limit"?'],
  ['pagecount', ['pageCount'], '; did you mean "pageCount"?'],
  ['x', ['limit', 'offset'], '; known values are "limit", "offset"'],
  ['x'.repeat(65), ['x'.repeat(64)], `; known values are "${'x'.repeat(64)}"`],
  ['x', [], ''],
])('%s of %j is followed by %j', (name, known, text) => {
  expect(suggest(name, known)).toBe(text);
});

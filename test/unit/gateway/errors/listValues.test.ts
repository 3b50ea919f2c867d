import { expect, test } from 'vitest';
import { listValues } from '../../../../src/gateway/errors/listValues.ts';

test.each([
  [['A', 'B'], 120, '"A", "B"'],
  [['A', 'B'], 8, '"A", "B"'],
  [['ANNA', 'BERT', 'CARL'], 21, '3 values'],
  [['ANNA', 'BERT', 'CARL'], 22, '"ANNA", "BERT", "CARL"'],
  [['ANNA', 'BERT', 'CARL', 'DORA'], 29, '"ANNA", … and 3 more'],
  [['x'.repeat(200)], 120, '1 values'],
] as const)('%j in %i characters: %s', (values, maxLength, text) => {
  expect(listValues(values, maxLength)).toBe(text);
});

test('names may be without quotation marks', () => {
  expect(listValues(['A', 'B'], 120, '')).toBe('A, B');
});

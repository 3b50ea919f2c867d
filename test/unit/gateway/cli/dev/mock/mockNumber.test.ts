import { expect, test } from 'vitest';
import { mockDecimal } from '../../../../../../src/gateway/cli/dev/mock/mockNumber.ts';

test('a decimal has at most two decimals', () => {
  const texts = Array.from({ length: 500 }, (_, index) =>
    String(mockDecimal({ words: ['rating'], index, seed: `Product.rating:${index}` })),
  );
  expect(texts.filter((text) => !/^\d+(?:\.\d\d?)?$/.test(text))).toEqual([]);
});

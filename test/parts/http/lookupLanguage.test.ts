import { expect, test } from 'vitest';
import { lookupLanguage } from '../../../src/gateway/http/lookupLanguage.ts';

test.each<[header: string, available: string[], found: string | undefined]>([
  ['de', ['en', 'de'], 'de'],
  ['DE-at', ['en', 'de'], 'de'],
  ['fr;q=0.5, en;q=0.8', ['fr', 'en'], 'en'],
  ['fr, en', ['en', 'fr'], 'fr'],
  ['es, fr ; q=0.1', ['en', 'fr'], 'fr'],
  ['fr;q=0.55, en;q=0.5', ['en', 'fr'], 'fr'],
  ['en;q=0.999, fr;q=1.000', ['en', 'fr'], 'fr'],
  ['fr;q=0.1234, en;q=0.1', ['en', 'fr'], 'en'],
  ['fr;q=1.001, en;q=0.1', ['en', 'fr'], 'en'],
  ['pt-BR', ['PT', 'PT_BR'], 'PT_BR'],
  ['de', ['de-AT'], undefined],
  ['zh-Hant-CN-x-private1-private2', ['zh-Hant-CN', 'zh-Hant-CN-x'], 'zh-Hant-CN'],
  ['x-private', ['x'], undefined],
  ['de;q=0, de-AT', ['de'], undefined],
  ['de-AT;q=0', ['de'], undefined],
  ['de-AT, en', ['de-CH', 'en'], 'en'],
  ['*', ['en'], undefined],
  ['*, de', ['en', 'de'], 'de'],
  ['*-de', ['de'], undefined],
  ['de;q=2, en;q=0.1', ['de', 'en'], 'en'],
  ['de;level=1, , en', ['de', 'en'], 'en'],
  ['', ['en'], undefined],
])('%j out of %j is %j', (header, available, found) => {
  expect(lookupLanguage(header, available)).toBe(found);
});

// With work that grows with the square of the header, this takes several times the limit.
test.each(['aa-', 'a-', 'aa-a-', 'aaaaaaaa-'])('a long header of %j is read in one pass', { timeout: 2000 }, (part) => {
  const header = `${part.repeat(Math.floor(16_000 / part.length))}a`;
  for (let count = 0; count < 20; count++) expect(lookupLanguage(header, ['de', 'en'])).toBeUndefined();
});
test('subtags go one by one, a single one together with what follows', () => {
  expect(lookupLanguage('en-a-b-cc', ['en-a'])).toBe('en-a');
  expect(lookupLanguage('x-en', ['x-en'])).toBe('x-en');
});

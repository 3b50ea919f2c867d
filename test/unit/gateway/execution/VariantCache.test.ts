import { expect, test, vi } from 'vitest';
import { VariantCache } from '../../../../src/gateway/execution/VariantCache.ts';

/** A cache of texts, with what was compiled. */
function cacheOf(size: number) {
  const cache = new VariantCache<string>();
  const compiled: string[] = [];
  const get = (key: string) => cache.get(key, () => (compiled.push(key), `compiled ${key}`));
  for (let each = 0; each < size; each++) get(String(each));
  compiled.length = 0;
  return { get, compiled };
}

test('a variant is compiled at its first use, and once', () => {
  const { get, compiled } = cacheOf(63);
  expect([get('a'), get('a')]).toEqual(['compiled a', 'compiled a']);
  expect(compiled).toEqual(['a']);
});

test('of 64, the least recently used goes for another that is used twice', () => {
  const { get, compiled } = cacheOf(64);
  get('0');
  expect([get('a'), get('a'), get('a')]).toEqual([undefined, 'compiled a', 'compiled a']);
  expect(compiled).toEqual(['a']);
  expect([get('0'), get('1')]).toEqual(['compiled 0', undefined]);
});

test('ever new variants are not compiled, and leave the others as they are', () => {
  const { get, compiled } = cacheOf(64);
  for (let each = 100; each < 5100; each++) expect(get(String(each))).toBeUndefined();
  // The first of them is forgotten.
  expect([get('100'), get('0')]).toEqual([undefined, 'compiled 0']);
  expect(compiled).toEqual([]);
});

test('a variant that cannot be compiled takes no place', () => {
  const cache = new VariantCache<string>();
  const fail = vi.fn<() => string>(() => {
    throw new Error('not valid');
  });
  for (let time = 0; time < 2; time++) expect(() => cache.get('a', fail)).toThrow('not valid');
  expect(cache.get('a', () => 'a')).toBe('a');
});

import { expect, test, vi } from 'vitest';
import { VariantCache } from '../../../src/gateway/execute/Execute.ts';

/** A cache of texts, with what was compiled. */
function cacheOf(size: number) {
  const cache = new VariantCache<string>();
  const compiled: string[] = [];
  const get = (key: string) => cache.get(key, () => (compiled.push(key), `compiled ${key}`));
  for (let number = 0; number < size; number++) get(String(number));
  compiled.length = 0;
  return { get, compiled };
}

test('a variant is compiled at its first use, and once', () => {
  const { get, compiled } = cacheOf(63);
  expect([get('a'), get('a')]).toEqual(['compiled a', 'compiled a']);
  expect(compiled).toEqual(['a']);
});

test('of 64, the least recently used goes for another', () => {
  const { get, compiled } = cacheOf(64);
  expect([get('0'), get('a'), get('0'), get('1')]).toEqual(['compiled 0', 'compiled a', 'compiled 0', 'compiled 1']);
  expect(compiled).toEqual(['a', '1']);
});

test('a variant that cannot be compiled takes no place', () => {
  const cache = new VariantCache<string>();
  const fail = vi.fn<() => string>(() => {
    throw new Error('not valid');
  });
  for (let time = 0; time < 2; time++) expect(() => cache.get('a', fail)).toThrow('not valid');
  expect(cache.get('a', () => 'a')).toBe('a');
});

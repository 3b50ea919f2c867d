import { expect, test } from 'vitest';
import { RoundCache } from '../../../../src/gateway/document/RoundCache.ts';

const any = () => true;

test('an entry is found in the round that adds it, and in each further one that used it in the round before', () => {
  const cache = new RoundCache<string, number>();
  expect(cache.find('a', any)).toBeUndefined();
  cache.add('a', 1);
  for (let round = 0; round < 3; round++) {
    expect(cache.find('a', any)).toBe(1);
    expect(cache.find('a', any)).toBe(1);
    cache.endRound();
  }
});

test('an entry that a round does not use is dropped', () => {
  const cache = new RoundCache<string, number>();
  cache.add('a', 1);
  cache.add('b', 2);
  cache.endRound();
  expect(cache.find('a', any)).toBe(1);
  cache.endRound();
  expect(cache.find('b', any)).toBeUndefined();
  expect(cache.find('a', any)).toBe(1);
  cache.endRound();
  cache.endRound();
  expect(cache.find('a', any)).toBeUndefined();
});

test('of several entries of a key, the valid one is found, and only that is kept', () => {
  const cache = new RoundCache<string, number>();
  cache.add('a', 1);
  cache.add('a', 2);
  expect(cache.find('a', (entry) => entry === 2)).toBe(2);
  expect(cache.find('a', (entry) => entry === 3)).toBeUndefined();
  cache.endRound();
  expect(cache.find('a', (entry) => entry === 2)).toBe(2);
  cache.endRound();
  expect(cache.find('a', (entry) => entry === 1)).toBeUndefined();
});

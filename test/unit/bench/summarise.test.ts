import { expect, test } from 'vitest';
import { summarise } from '../../../bench/src/summarise.ts';

const round = (requestsPerSecond: number, errors = 0) => ({
  requestsPerSecond,
  median: 1000 / requestsPerSecond,
  p99: 9,
  errors,
});

test('takes the median round as a whole, and the ratio of that to the median round of the baseline', () => {
  const rounds = new Map([
    ['ours', [round(400), round(10), round(300)]],
    ['theirs', [round(90), round(100), round(5000)]],
  ]);
  expect(summarise(rounds, 'theirs')).toEqual([
    { contender: 'ours', ...round(300), ratio: 3 },
    { contender: 'theirs', ...round(100), ratio: 1 },
  ]);
});

test('takes the slower of two rounds in the middle', () => {
  const rounds = new Map([['theirs', [round(4), round(1), round(3), round(2)]]]);
  expect(summarise(rounds, 'theirs')).toMatchObject([{ requestsPerSecond: 2 }]);
});

test('adds up the errors of all rounds, also of those that are not shown', () => {
  const rounds = new Map([['theirs', [round(1, 2), round(2), round(3, 5)]]]);
  expect(summarise(rounds, 'theirs')).toMatchObject([{ requestsPerSecond: 2, errors: 7 }]);
});

test.each([
  ['a baseline that did not run', new Map([['ours', [round(1)]]])],
  ['a contender without rounds', new Map([['theirs', []]])],
])('refuses %s', (_, rounds) => {
  expect(() => summarise(rounds, 'theirs')).toThrow(/no rounds/);
});

import { expect, test } from 'vitest';
import { readOptions } from '../../../bench/src/readOptions.ts';

const ENV = { BENCH_DATABASE_URL: 'postgresql://bench', TEST_DATABASE_URL: 'postgresql://test' };

test('runs every suite in several rounds, and less where asked', () => {
  const all = readOptions([], ENV);
  expect(all).toMatchObject({
    server: 'postgresql://bench',
    suites: ['throughput', 'workers', 'startup', 'growth', 'facade', 'hop', 'export'],
    works: expect.arrayContaining(['user', 'create']),
    quick: false,
    rows: undefined,
    json: 'bench/results/latest.json',
    compare: undefined,
  });
  expect(all.rounds).toBeGreaterThan(2);
  const args = ['--quick', '--rows', '10000', '--json', 'a.json', '--compare', 'b.json'];
  expect(readOptions(args, ENV)).toMatchObject({
    quick: true,
    rounds: 1,
    rows: 10_000,
    json: 'a.json',
    compare: 'b.json',
  });
});

test.each([
  [['orders', 'user'], ['throughput'], ['user', 'orders']],
  [['growth'], ['growth'], []],
  [['startup', 'create'], ['throughput', 'startup'], ['create']],
  [['throughput'], ['throughput'], ['user', 'offset', 'cursor', 'orders', 'create']],
])('--only %o', (names, suites, works) => {
  const args = names.flatMap((name) => ['--only', name]);
  expect(readOptions(args, ENV)).toMatchObject({ suites, works });
});

test('falls back on the server of the tests, and refuses to run without one', () => {
  expect(readOptions([], { TEST_DATABASE_URL: 'postgresql://test' }).server).toBe('postgresql://test');
  expect(() => readOptions([], { BENCH_DATABASE_URL: '' })).toThrow(/needs a PostgreSQL server.*BENCH_DATABASE_URL/);
});

test.each([
  ['an unknown suite', ['--only', 'users'], /one of user, .*, create, throughput, .*, hop, export, not users/],
  ['an unknown number of rows', ['--rows', '7'], /--rows must be one of 10000, 1000000, not 7/],
  ['an unknown option', ['--fast'], /--fast/],
])('refuses %s', (_, args, message) => {
  expect(() => readOptions(args, ENV)).toThrow(message);
});

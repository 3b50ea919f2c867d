import { expect, test } from 'vitest';
import { readOptions } from '../../../bench/src/readOptions.ts';

const ENV = { BENCH_DATABASE_URL: 'postgresql://bench', TEST_DATABASE_URL: 'postgresql://test' };

test('does all of the work in several rounds, and less where told', () => {
  const all = readOptions([], ENV);
  expect(all).toMatchObject({
    server: 'postgresql://bench',
    works: expect.arrayContaining(['user', 'create']),
    json: undefined,
  });
  expect(all.rounds).toBeGreaterThan(2);
  const args = ['--quick', '--only', 'orders', '--only', 'user', '--json', 'a.json'];
  expect(readOptions(args, ENV)).toMatchObject({ works: ['user', 'orders'], rounds: 1, json: 'a.json' });
});

test('falls back on the server of the tests, and refuses to run without one', () => {
  expect(readOptions([], { TEST_DATABASE_URL: 'postgresql://test' }).server).toBe('postgresql://test');
  expect(() => readOptions([], { BENCH_DATABASE_URL: '' })).toThrow(/needs a PostgreSQL server.*BENCH_DATABASE_URL/);
});

test.each([
  ['work that there is none of', ['--only', 'users'], /one of user, offset, cursor, orders, create, not users/],
  ['an option that there is none of', ['--fast'], /--fast/],
])('refuses %s', (_, args, message) => {
  expect(() => readOptions(args, ENV)).toThrow(message);
});

import { expect, test } from 'vitest';
import { targetsOf } from '../../../bench/src/throughput/targetsOf.ts';

const row = (group: string, express: number, bound: number) => ({
  group,
  label: 'Portico',
  values: { 'of express + Prisma': express, 'of node:http + pg': bound },
});
const ROWS = [row('1 connection', 1.3, 0.5), row('64 connections', 4, 1.1)];

test.each([
  ['user', 1.2, 1.2],
  ['cursor', 1.1, 1.2],
  ['orders', 1, 1],
] as const)(
  'compares %s at one connection with %d of express + Prisma, at 64 with %d of the lower bound',
  (work, one, many) => {
    expect(targetsOf(work, ROWS)).toEqual([
      { name: '1 connection, of express + Prisma', value: 1.3, atLeast: one },
      { name: '64 connections, of node:http + pg', value: 1.1, atLeast: many },
    ]);
  },
);

test('has no target for what was not measured', () => {
  expect(targetsOf('user', [{ group: '1 connection', label: 'Portico', values: {} }])).toEqual([]);
});

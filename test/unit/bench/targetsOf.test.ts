import { expect, test } from 'vitest';
import { targetsOf } from '../../../bench/src/throughput/targetsOf.ts';

const row = (group: string, express: number, bound: number) => ({
  group,
  label: 'Portico',
  values: { 'of express + Prisma': express, 'of node:http + pg': bound },
});
const ROWS = [row('1 connection', 1.3, 0.5), row('64 connections', 4, 1.1)];

test('compares reads at 64 connections with 1.2 of the lower bound, and writes with all of it', () => {
  const hand = { name: '1 connection, of express + Prisma', value: 1.3, atLeast: 1.2 };
  const one = { name: '1 connection, of node:http + pg', value: 0.5, atLeast: 0.65 };
  const many = { name: '64 connections, of node:http + pg', value: 1.1 };
  expect(targetsOf('user', ROWS)).toEqual([hand, one, { ...many, atLeast: 1.2 }]);
  expect(targetsOf('create', ROWS)).toEqual([hand, one, { ...many, atLeast: 1 }]);
});

test('has no target for what was not measured', () => {
  expect(targetsOf('user', [{ group: '1 connection', label: 'Portico', values: {} }])).toEqual([]);
});

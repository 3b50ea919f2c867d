import { expect, test } from 'vitest';
import { summarise } from '../../../bench/src/throughput/summarise.ts';

const round = (requestsPerSecond: number, cpu?: number) => ({
  requestsPerSecond,
  ...(cpu !== undefined && { cpu }),
  median: 1000 / requestsPerSecond,
  p99: 9,
  errors: 0,
});

const ROUNDS = new Map([
  ['Portico', [round(400, 10), round(10, 30), round(300, 20)]],
  ['express + Prisma', [round(100, 1), round(5, 1), round(150, 1)]],
]);

test('takes the median of the rounds, and of the ratios within each round', () => {
  const [portico] = summarise('1 connection', ROUNDS);
  expect(portico).toMatchObject({
    group: '1 connection',
    label: 'Portico',
    // 4, 2 and 2: the ratio of the medians would be 3.
    values: { 'requests/s': 300, 'of express + Prisma': 2, CPU: 20, p99: 9 },
  });
  expect(portico!.rounds).toMatchObject({ 'requests/s': [400, 10, 300], 'of express + Prisma': [4, 2, 2] });
});

test('leaves out the ratio to a contender that did not run, and CPU time that was not measured', () => {
  const [express] = summarise('1 connection', new Map([['express + Prisma', [round(100), round(100, 3)]]]));
  expect(Object.keys(express!.values)).toEqual(['requests/s', 'of express + Prisma', 'median', 'p99']);
});

import { expect, test } from 'vitest';
import { summariseWorkers } from '../../../bench/src/workers/summariseWorkers.ts';

const round = (requestsPerSecond: number, cpu?: number) => ({
  requestsPerSecond,
  ...(cpu !== undefined && { cpu }),
  median: 1,
  p99: 2,
  errors: 0,
});

test('counts the requests of a second of CPU time, and compares them within each round', () => {
  const rows = summariseWorkers(
    'read one user',
    new Map([
      ['1 worker', [round(100, 500), round(120, 250), round(110, 1000)]],
      ['2 workers', [round(150, 1000), round(160, 1000), round(170, 1000)]],
    ]),
  );
  expect(rows).toMatchObject([
    {
      label: 'read one user',
      group: '1 worker',
      values: { 'requests/s': 110, 'requests/s per core': 2000, 'per core, of one worker': 1 },
    },
    // 0.5, 0.25 and 1.
    { group: '2 workers', values: { 'requests/s': 160, 'requests/s per core': 1000, 'per core, of one worker': 0.5 } },
  ]);
});

test('shows throughput alone where CPU time was not measured', () => {
  const [row] = summariseWorkers('read one user', new Map([['1 worker', [round(100)]]]));
  expect(row!.values).toEqual({ 'requests/s': 100 });
});

import { expect, test } from 'vitest';
import { renderTable } from '../../../bench/src/results/renderTable.ts';
import type { Table } from '../../../bench/src/Table.ts';

const THROUGHPUT: Table = {
  name: 'user',
  title: 'read one user',
  columns: [
    { name: 'requests/s', unit: '', digits: 0, meaning: 'Throughput.', better: 'higher' },
    { name: 'of express', unit: '×', meaning: 'Of express.', better: 'higher' },
    { name: 'CPU', unit: 'µs', digits: 0, meaning: 'CPU time.', better: 'lower' },
  ],
  rows: [
    { group: '1 connection', label: 'Portico', values: { 'requests/s': 3127.4, 'of express': 3.1274 } },
    { group: '64 connections', label: 'Portico', values: { 'requests/s': 9000 } },
    { group: '64 connections', label: 'express', values: { 'requests/s': 1000, 'of express': 1 } },
  ],
  drawn: 'of express',
};

test('aligns the columns, rounds what it shows, and leaves out columns without values', () => {
  expect(renderTable(THROUGHPUT)).toBe(
    [
      'read one user',
      '           requests/s  × of express',
      ' 1 connection',
      '  Portico        3127          3.13',
      ' 64 connections',
      '  Portico        9000             –',
      '  express        1000          1.00',
    ].join('\n'),
  );
});

test.each([
  [{ name: 'one', value: 1.2, atLeast: 1.2 }, 'met: one: 1.20, target at least 1.2'],
  [{ name: 'two', value: 1.19, atLeast: 1.2 }, 'MISSED: two: 1.19, target at least 1.2'],
  [{ name: 'three', value: 1.31, atMost: 1.3 }, 'MISSED: three: 1.31, target at most 1.3'],
  [{ name: 'four', value: 1.04, atLeast: 0.9, atMost: 1.1 }, 'met: four: 1.04, target at least 0.9, at most 1.1'],
])('tells whether the target %o is met', (target, line) => {
  expect(
    renderTable({ ...THROUGHPUT, targets: [target] })
      .split('\n')
      .at(-1),
  ).toBe(`  ${line}`);
});

test('tells how many requests failed', () => {
  expect(renderTable({ ...THROUGHPUT, failures: 3 })).toMatch(/\n {2}3 requests failed\.$/);
});

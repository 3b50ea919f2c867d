import { expect, test } from 'vitest';
import { chartOption } from '../../../bench/src/chart/chartOption.ts';
import type { Table } from '../../../bench/src/Table.ts';

const BARS: Table = {
  name: 'user',
  title: 'read one user',
  columns: [{ name: 'of express', unit: '×', better: 'higher', meaning: 'Of express.' }],
  rows: [
    { group: '1 connection', label: 'Portico', values: { 'of express': 1.5 } },
    { group: '1 connection', label: 'express', values: { 'of express': 1 } },
    { group: '64 connections', label: 'express', values: { 'of express': 1 } },
  ],
  drawn: 'of express',
  targets: [{ name: '1 connection', value: 1.5, atLeast: 1.2 }],
};

const curvesOf = (...values: number[]): Table => ({
  name: 'growth',
  title: 'a page',
  columns: [{ name: 'time', unit: 'ms', better: 'lower', meaning: 'Time.' }],
  rows: values.map((time, index) => ({ label: 'Portico', x: 10 ** index, values: { time } })),
  x: { name: 'offset', unit: 'rows', scale: 'log' },
  drawn: 'time',
});

test('draws a bar for each label in each group, and leaves a gap where nothing was measured', () => {
  expect(chartOption(BARS, []).option).toMatchObject({
    title: { text: 'read one user' },
    yAxis: { data: ['Portico', 'express'] },
    series: [
      { type: 'bar', name: '1 connection', data: [1.5, 1] },
      { type: 'bar', name: '64 connections', data: [null, 1] },
    ],
  });
});

test('shows the meaning of the column, the targets and the notes, and grows with them', () => {
  const { option, height } = chartOption(BARS, ['Node v24.']);
  const { graphic } = option as { graphic: { style: { text: string } }[] };
  expect(graphic.map(({ style }) => style.text)).toEqual([
    'Of express.',
    'met: 1 connection: 1.50, target at least 1.2\nNode v24.',
  ]);
  expect(chartOption(BARS, ['Node v24.', 'PostgreSQL 15.']).height).toBeGreaterThan(height);
});

test('draws a curve for each label, on a logarithmic axis where the values differ widely', () => {
  const { option } = chartOption(curvesOf(1, 2, 30), []);
  expect(option).toMatchObject({
    xAxis: { type: 'log', name: 'offset (rows)' },
    yAxis: { type: 'log', name: 'time ms' },
    series: [
      {
        type: 'line',
        name: 'Portico',
        data: [
          [1, 1],
          [10, 2],
          [100, 30],
        ],
      },
    ],
  });
  expect(chartOption(curvesOf(1, 2, 3), []).option).toMatchObject({ yAxis: { type: 'value' } });
});

test('refuses to draw a column that does not exist', () => {
  expect(() => chartOption({ ...BARS, drawn: 'speed' }, [])).toThrow('Table user has no column speed to draw.');
});

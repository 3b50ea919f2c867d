import { expect, test } from 'vitest';
import { compareRuns } from '../../../bench/src/results/compareRuns.ts';
import type { Run } from '../../../bench/src/results/Run.ts';
import type { Row, Table } from '../../../bench/src/Table.ts';

const COLUMNS: Table['columns'] = [
  { name: 'of express', unit: '×', better: 'higher', meaning: 'Of express.' },
  { name: 'CPU', unit: 'µs', better: 'lower', meaning: 'CPU time.' },
  { name: 'p99', unit: 'ms', meaning: 'Not compared.' },
];

/** A row whose rounds are spread by 0.2 and by 20. */
const row = (label: string, ratio: number, cpu: number, group = '1 connection'): Row => ({
  group,
  label,
  values: { 'of express': ratio, CPU: cpu, p99: 5 },
  rounds: { 'of express': [ratio - 0.1, ratio, ratio + 0.1], CPU: [cpu - 10, cpu, cpu + 10] },
});

const tableOf = (name: string, ...rows: Row[]): Table => ({
  name,
  title: `the ${name}`,
  columns: COLUMNS,
  rows,
  drawn: 'CPU',
});

const runOf = (tables: Table[], changes: Partial<Run> = {}): Run => ({
  date: '2026-11-22T10:00:00.000Z',
  version: '0.2.0 (46617316)',
  machine: { cpu: 'AMD EPYC', cores: 2, node: 'v24.1.0', postgres: 'PostgreSQL 15.20' },
  rounds: 5,
  seconds: 2,
  rows: null,
  tables,
  ...changes,
});

const BEFORE = runOf([tableOf('user', row('Portico', 1.5, 100), row('express', 1, 200))]);

test('shows each value as a multiple of the earlier one, and marks what differs by more than the spread', () => {
  const now = runOf([tableOf('user', row('Portico', 1.8, 90), row('express', 1.2, 250))]);
  expect(compareRuns(now, BEFORE)).toBe(
    [
      'Compared with the run of 2026-11-22, Portico 0.2.0 (46617316), Node v24.1.0, PostgreSQL 15.20, ' +
        '2 cores of AMD EPYC, median of 5 rounds of 2 s: now / then.',
      '',
      'the user',
      '           × of express       CPU µs',
      ' 1 connection',
      '  Portico   1.20 better  0.90       ',
      '  express   1.20         1.25 worse ',
    ].join('\n'),
  );
});

test('marks nothing where a run has one round', () => {
  const single = { ...row('Portico', 9, 1), rounds: { 'of express': [9], CPU: [1] } };
  const text = compareRuns(runOf([tableOf('user', single)], { rounds: 1 }), BEFORE);
  expect(text).toContain('its spread is not known');
  expect(text).not.toMatch(/better|worse/);
  expect(text).toContain('6.00');
});

test('says what cannot be compared: tables and rows of one run, and other columns than ratios on another machine', () => {
  const before = runOf([tableOf('user', row('Portico', 1.5, 100), row('SOFA', 1, 1)), tableOf('startup')]);
  const machine = { ...before.machine, cores: 8, node: 'v26.0.0' };
  const tables = [tableOf('user', row('Portico', 1.5, 100), row('Fastify', 1, 1)), tableOf('growth')];
  const text = compareRuns(runOf(tables, { machine }), before);
  for (const line of [
    'Not measured then: growth.',
    'Not measured now: startup.',
    'Only in this run: Fastify.',
    'Only in the earlier run: SOFA.',
    'v24.1.0 then, v26.0.0 now.',
    'Another machine: only ratios within a run are compared.',
    'of express',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).not.toContain('CPU µs');
});

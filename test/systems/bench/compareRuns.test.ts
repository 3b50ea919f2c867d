import { describe, expect, test } from 'vitest';
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

describe('says what cannot be compared', () => {
  const user = tableOf('user', row('Portico', 1.5, 100));

  test('tables that one of the runs has not', () => {
    const text = compareRuns(runOf([user, tableOf('growth')]), runOf([user, tableOf('startup')]));
    expect(text).toContain('Not measured then: growth.');
    expect(text).toContain('Not measured now: startup.');
  });

  test('rows that one of the runs has not', () => {
    const before = runOf([tableOf('user', row('Portico', 1.5, 100), row('SOFA', 1, 1))]);
    const text = compareRuns(runOf([tableOf('user', row('Portico', 1.5, 100), row('Fastify', 1, 1))]), before);
    expect(text).toContain('Only in this run: Fastify.');
    expect(text).toContain('Only in the earlier run: SOFA.');
  });

  test('other columns than ratios, on another machine', () => {
    const text = compareRuns(runOf([user], { machine: { ...BEFORE.machine, cores: 8 } }), BEFORE);
    expect(text).toContain('Another machine: only ratios within a run are compared.');
    expect(text).toContain('of express');
    expect(text).not.toContain('CPU µs');
  });

  test('another version of Node or PostgreSQL', () => {
    const machine = { ...BEFORE.machine, node: 'v26.0.0', postgres: 'PostgreSQL 18.1' };
    const text = compareRuns(runOf([user], { machine }), BEFORE);
    expect(text).toContain('v24.1.0 then, v26.0.0 now.');
    expect(text).toContain('PostgreSQL 15.20 then, PostgreSQL 18.1 now.');
  });
});

import { expect, test } from 'vitest';
import { createCurveTable } from '../../../../bench/src/growth/createCurveTable.ts';
import type { Cost, Curve } from '../../../../bench/src/growth/Curve.ts';
import { isMet } from '../../../../bench/src/Table.ts';

/** Costs of rounds: the second took twice as long in all, and the third had a slow server at the first point. */
const rounds = (cost: Cost, factors: readonly number[]): Cost[] =>
  factors.map((factor) => ({ ...cost, cpuMs: cost.cpuMs * factor, databaseMs: cost.databaseMs! * factor }));
const FIRST: Cost = { cpuMs: 1, databaseMs: 1, statements: 2, bytes: 100, peakBytes: 5e7 };
const SECOND: Cost = { cpuMs: 2, databaseMs: 4, statements: 2, bytes: 200, peakBytes: 6e7 };
const POINTS: Curve['points'] = [
  { size: 10, result: 100, rounds: rounds(FIRST, [1, 2, 3]) },
  { size: 1000, result: 200, rounds: rounds(SECOND, [1, 2, 1]) },
];
const CURVE: Curve = { name: 'depth', title: 'pages', sizeName: 'rows skipped', points: POINTS };

test('has the growth of the cost, server and database together, beside that of the result', () => {
  const { rows, columns, x } = createCurveTable(CURVE);
  expect(x).toMatchObject({ name: 'rows skipped' });
  expect(rows.map(({ x: size, values }) => [size, values['cost'], values['result']])).toEqual([
    [10, 1, 1],
    [1000, 3, 2],
  ]);
  expect(rows[1]!.values).toMatchObject({ CPU: 2, PostgreSQL: 4, statements: 2, bytes: 200, 'peak memory': 60 });
  const names = columns.map(({ name }) => name);
  expect(Object.keys(rows[1]!.values).filter((name) => !names.includes(name))).toEqual([]);
});

test.each([
  ['a cost that grows as the curve allows', { maxGrowth: 3 }, 3, true],
  ['a cost that grows faster than the curve allows', { maxGrowth: 1.3 }, 3, false],
  ['a cost that grows faster than the result', {}, 1.5, false],
  ['a cost that grows as the result', { points: [POINTS[0]!, { ...POINTS[1]!, result: 300 }] }, 1, true],
  ['a step between two later points', { points: [{ ...POINTS[1]!, result: 90 }, ...POINTS] }, 1.5, false],
])('judges %s', (_, changes, value, expected) => {
  const [target] = createCurveTable({ ...CURVE, ...changes }).targets!;
  expect(target!.value).toBeCloseTo(value);
  expect(isMet(target!)).toBe(expected);
});

test('judges no curve that may grow without bound', () => {
  expect(createCurveTable({ ...CURVE, maxGrowth: 'unbounded' }).targets).toEqual([]);
});

test('has no column of what was not measured', () => {
  const points = POINTS.map((point) => ({
    ...point,
    rounds: point.rounds.map(({ cpuMs, peakBytes }) => ({ cpuMs, peakBytes })),
  }));
  const { columns, rows } = createCurveTable({ ...CURVE, points });
  expect(columns.map(({ name }) => name)).toEqual(['CPU', 'peak memory', 'cost', 'result']);
  expect(rows[1]!.values).toMatchObject({ cost: 2 });
});

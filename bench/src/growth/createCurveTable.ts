import { median } from '../median.ts';
import type { Column, Table, Target } from '../Table.ts';
import { type Cost, type Curve, growthOf, medianCost } from './Curve.ts';

const COLUMNS: readonly { column: Column; read: (cost: Cost) => number | undefined }[] = [
  {
    column: { name: 'CPU', unit: 'ms', meaning: 'CPU time of the server per request', better: 'lower' },
    read: ({ cpuMs }) => cpuMs,
  },
  {
    column: { name: 'PostgreSQL', unit: 'ms', meaning: 'CPU time of PostgreSQL per request', better: 'lower' },
    read: ({ databaseMs }) => databaseMs,
  },
  {
    column: { name: 'statements', unit: '', meaning: 'SQL statements per request', better: 'lower', digits: 1 },
    read: ({ statements }) => statements,
  },
  {
    column: { name: 'bytes', unit: '', meaning: 'Size of the body', digits: 0 },
    read: ({ bytes }) => bytes,
  },
  {
    column: {
      name: 'peak memory',
      unit: 'MB',
      meaning: 'Maximum of the resident memory of the server meanwhile',
      better: 'lower',
      digits: 0,
    },
    read: ({ peakBytes }) => peakBytes / 1e6,
  },
];

const GROWTHS: readonly Column[] = [
  {
    name: 'cost',
    unit: '×',
    meaning: 'CPU time of server and PostgreSQL, as a multiple of the first line',
    better: 'lower',
  },
  { name: 'result', unit: '×', meaning: 'What the client receives for it, as a multiple of the first line' },
];

/** What the growth of the cost may be by that of the result: 1, and noise. */
const TOLERANCE = 1.2;

/** The table of a curve: a line for each point, with the growth of its cost beside that of its result. */
export function createCurveTable(curve: Curve): Table {
  const { name, title, sizeName, points, maxGrowth } = curve;
  const growth = growthOf(curve).map(({ cost, result }) => ({ costs: cost, cost: median(cost), result }));
  const columns = COLUMNS.filter(({ read }) => points.some(({ rounds }) => read(rounds[0]!) !== undefined));
  return {
    name: `growth-${name}`,
    title,
    columns: [...columns.map(({ column }) => column), ...GROWTHS],
    rows: points.map(({ size, rounds }, index) => {
      const { costs, cost, result } = growth[index]!;
      const values = columns.map((each) => [each.column.name, each.read(medianCost(rounds))!] as const);
      return {
        label: 'Portico',
        x: size,
        values: { ...Object.fromEntries(values), cost, result },
        rounds: { CPU: rounds.map(({ cpuMs }) => cpuMs), cost: costs },
      };
    }),
    drawn: 'cost',
    x: { name: sizeName, unit: '', scale: 'log' },
    targets: targetsOf(growth, maxGrowth),
  };
}

function targetsOf(growth: readonly { cost: number; result: number }[], maxGrowth: Curve['maxGrowth']): Target[] {
  if (maxGrowth === 'unbounded') return [];
  if (maxGrowth !== undefined) {
    return [{ name: 'cost of the last line by that of the first', value: growth.at(-1)!.cost, atMost: maxGrowth }];
  }
  const excess = growth.flatMap((from, index) =>
    growth.slice(index + 1).map((to) => to.cost / from.cost / (to.result / from.result)),
  );
  const name = 'growth of the cost by that of the result, worst of any two lines';
  return [{ name, value: Math.max(...excess), atMost: TOLERANCE }];
}

// What each request costs, counted and not timed: SQL statements, those of 16 requests at once, and allocated bytes. `budget.json`
// has the expected values; COST_WRITE=1 writes it anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../postgres/support/createDatabase.ts';
import { REQUESTS } from './requests.ts';
import { type MeasuredServer, startMeasuredServer } from './support/startMeasuredServer.ts';

/** The cost of one request. */
interface Budget {
  statements: number;
  /** The statements of 16 requests at once. */
  together?: number;
  /** Allocated bytes by the major version of Node. */
  bytes: Record<string, number>;
}

/** How far allocations may be from the table, in either direction: an improvement has to be written down. */
const MARGIN = 0.1;
const FILE = new URL('budget.json', import.meta.url);
const WRITES = process.env['COST_WRITE'] === '1';
const [MAJOR = ''] = process.versions.node.split('.');

const budgets = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Budget>;
const measured: Record<string, Budget> = {};
let server: MeasuredServer;

beforeAll(async () => {
  server = await startMeasuredServer(await createDatabase());
  // The first row would pay for what the process does in its first hundred requests.
  const [first] = REQUESTS.values();
  await server.measure(first!);
  for (const [name, row] of REQUESTS) {
    const { statements, bytes } = await server.measure(row);
    const together = row.shared ? { together: await server.countTogether(row) } : {};
    const rounded = { [MAJOR]: Math.round(bytes / 100) * 100 };
    measured[name] = { statements, ...together, bytes: WRITES ? { ...budgets[name]?.bytes, ...rounded } : rounded };
  }
  if (WRITES) writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
}, 600_000);
afterAll(() => server?.close());

const countsOf = (budget: Budget) => ({ statements: budget.statements, together: budget.together });
const mapBudgets = <Result>(from: Record<string, Budget>, read: (budget: Budget) => Result) =>
  Object.fromEntries(Object.entries(from).map(([name, budget]) => [name, read(budget)]));

test('every request has the expected number of statements, alone and together', () => {
  expect(mapBudgets(measured, countsOf)).toEqual(mapBudgets(WRITES ? measured : budgets, countsOf));
});

// Versions of Node allocate differently, so each has a column of its own; on one without, these fail until it is written.
describe('allocations', () => {
  test.each([...REQUESTS.keys()])('%s', (name) => {
    const expected = (WRITES ? measured : budgets)[name]?.bytes[MAJOR];
    if (expected === undefined) throw new Error(`budget.json has no bytes for Node ${MAJOR}: COST_WRITE=1 adds them.`);
    const actual = measured[name]!.bytes[MAJOR]!;
    expect(actual).toBeGreaterThan(expected * (1 - MARGIN));
    expect(actual).toBeLessThan(expected * (1 + MARGIN));
  });
});

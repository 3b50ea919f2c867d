import { expect, test } from 'vitest';
import { PLAN_FORMAT, readPlan } from '../../../src/gateway/plan/ApiPlan.ts';

const version = { number: 1, conventions: {}, types: { enums: {}, inputs: {} }, endpoints: [] };
const plan = { format: PLAN_FORMAT, versions: [version], coordinates: {}, warnings: [], unsupported: [] };

test('a plan is read as it was written', () => {
  expect(readPlan(plan)).toBe(plan);
});

test.each<[json: unknown, message: string]>([
  [
    { format: 4, versions: [] },
    `The plan has format 4, but this version of Portico requires format ${PLAN_FORMAT}; run "portico build" again.`,
  ],
  [
    { format: 0, versions: [] },
    `The plan has format 0, but this version of Portico requires format ${PLAN_FORMAT}; run "portico build" again.`,
  ],
  [{ format: '1', versions: [] }, 'The plan is not valid; expected the JSON that "portico build" writes.'],
  [{ format: 1 }, 'The plan is not valid; expected the JSON that "portico build" writes.'],
  [{ format: 1, versions: {} }, 'The plan is not valid; expected the JSON that "portico build" writes.'],
  [{ openapi: '3.1.1' }, 'The plan is not valid; expected the JSON that "portico build" writes.'],
  [null, 'The plan is not valid; expected the JSON that "portico build" writes.'],
  [undefined, 'The plan is not valid; expected the JSON that "portico build" writes.'],
  ['1', 'The plan is not valid; expected the JSON that "portico build" writes.'],
])('%j is refused', (json, message) => {
  expect(() => readPlan(json)).toThrow(message);
});

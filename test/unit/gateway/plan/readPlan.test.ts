import { expect, test } from 'vitest';
import { readPlan } from '../../../../src/gateway/plan/readPlan.ts';

test('a plan is read as it was written', () => {
  const json = { format: 1, versions: [], coordinates: {}, warnings: [] };
  expect(readPlan(json)).toBe(json);
});

test.each<[json: unknown, message: string]>([
  [{ format: 2, versions: [] }, 'The plan has format 2, but format 1 is expected; run portico build again.'],
  [{ format: 0, versions: [] }, 'The plan has format 0, but format 1 is expected; run portico build again.'],
  [{ format: '1', versions: [] }, 'The plan is not the JSON of a plan; run portico build again.'],
  [{ format: 1 }, 'The plan is not the JSON of a plan; run portico build again.'],
  [{ format: 1, versions: {} }, 'The plan is not the JSON of a plan; run portico build again.'],
  [{ openapi: '3.1.1' }, 'The plan is not the JSON of a plan; run portico build again.'],
  [null, 'The plan is not the JSON of a plan; run portico build again.'],
  [undefined, 'The plan is not the JSON of a plan; run portico build again.'],
  ['1', 'The plan is not the JSON of a plan; run portico build again.'],
])('%j is refused', (json, message) => {
  expect(() => readPlan(json)).toThrow(message);
});

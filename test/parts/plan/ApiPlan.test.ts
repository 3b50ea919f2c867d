import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createPortico } from '../../../src/gateway/index.ts';

const schema = buildSchema('type Query { a: Int }');
const start = (plan: unknown) => () => createPortico({ schema, plan });

test.each([4, 0])('a plan of the format %i is refused', (format) => {
  expect(start({ format, versions: [] })).toThrow(
    new RegExp(
      `^The plan has format ${format}, but this version of Portico requires format \\d\\d; run "portico build" again\\.$`,
    ),
  );
});

test.each<unknown>([
  { format: '1', versions: [] },
  { format: 1 },
  { format: 1, versions: {} },
  { openapi: '3.1.1' },
  null,
  '1',
])('%j is no plan', (plan) => {
  expect(start(plan)).toThrow(new Error('The plan is not valid; expected the JSON that "portico build" writes.'));
});

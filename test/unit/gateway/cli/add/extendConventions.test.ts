import { expect, test } from 'vitest';
import { extendConventions } from '../../../../../src/gateway/cli/add/extendConventions.ts';

const scalars = { DateTime: { type: 'string' } };

test.each([
  [
    '{\n  "case": "schema"\n}\n',
    '{\n  "case": "schema",\n  "scalars": {\n    "DateTime": {\n      "type": "string"\n    }\n  }\n}\n',
  ],
  [
    '{ "scalars": { "ID": {"type": "integer"} } }',
    '{ "scalars": { "ID": {"type": "integer"}, "DateTime": { "type": "string" } } }',
  ],
])('adds the scalars to %j', (text, expected) => {
  expect(JSON.parse(extendConventions(text, { scalars }))).toMatchObject({ ...JSON.parse(text), scalars });
  expect(extendConventions(text, { scalars })).toBe(expected);
});

test('keeps a file that has everything', () => {
  expect(extendConventions('{ }', {})).toBe('{ }');
});

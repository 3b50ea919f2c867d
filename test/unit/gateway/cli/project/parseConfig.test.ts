import { expect, test } from 'vitest';
import { parseConfig } from '../../../../../src/gateway/cli/project/parseConfig.ts';
import { UsageError } from '../../../../../src/gateway/cli/UsageError.ts';

test.each([
  { schema: 'schema.graphql', endpoints: 'rest' },
  { upstream: 'https://x/graphql', headers: { a: 'b', c: undefined }, endpoints: 'rest' },
])('accepts %j', (content) => {
  expect(parseConfig(content, 'portico.config.ts')).toEqual(content);
});

const ENDPOINTS = 'endpoints must be the path of the folder of endpoint documents, such as "rest".';
const DEFAULT = 'must export an object by default: export default defineConfig({ … }).';

test.each<[unknown, string[]]>([
  [undefined, [DEFAULT]],
  [[], [DEFAULT]],
  [() => ({}), [DEFAULT]],
  [{}, [ENDPOINTS]],
  [
    { endpoints: 'rest', schma: 'x', plugins: [] },
    [
      '"schma" is not a known key; did you mean "schema"?',
      '"plugins" is not a known key; the keys are schema, upstream, headers, endpoints.',
    ],
  ],
  [{ schema: 3, endpoints: '' }, ['schema must be the path of a file, such as "schema.graphql".', ENDPOINTS]],
  [
    { upstream: 'router', endpoints: 'rest' },
    ['upstream must be an http or https URL such as http://localhost:4100/graphql.'],
  ],
  [
    { headers: [], endpoints: 'rest' },
    ['headers must be an object of names and values, such as { authorization: "Bearer …" }.'],
  ],
  [{ headers: { a: 1 }, endpoints: 'rest' }, ['headers.a must be a string.']],
  [
    { headers: { Host: 'x', 'X-Key': 'secret\u0000' }, endpoints: 'rest' },
    [
      'headers: host cannot be set; Portico sets it for each upstream request.',
      'headers: the value of x-key has invalid characters.',
    ],
  ],
])('refuses %j with a line for each problem', (content, problems) => {
  const message = problems.map((problem) => `portico.config.ts: ${problem}`).join('\n');
  expect(() => parseConfig(content, 'portico.config.ts')).toThrow(new UsageError(message));
});

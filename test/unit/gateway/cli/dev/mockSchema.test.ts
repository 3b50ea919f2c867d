// Every endpoint of the examples and of the service itself, over mocked data.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { mockSchema } from '../../../../../src/gateway/cli/dev/mockSchema.ts';
import { compileApi } from '../../../../../src/gateway/compile/compileApi.ts';
import { composeSchema } from '../../../../../src/service/composeSchema.ts';
import { requestEveryEndpoint } from './support/requestEveryEndpoint.ts';

const folder = (name: string) => fileURLToPath(new URL(`../../../../../${name}`, import.meta.url));

test.each(['conduit', 'github', 'google-style', 'jsonapi-style', 'stripe-style', 'zalando-style'])(
  'each endpoint of examples/%s answers as its OpenAPI document says',
  async (name) => {
    const schema = buildSchema(readFileSync(folder(`examples/${name}/schema.graphql`), 'utf8'));
    const endpoints = folder(`examples/${name}/endpoints`);
    const { conventions } = compileApi(endpoints, schema).versions[0]!;
    const { requests, faults } = await requestEveryEndpoint(mockSchema(schema, conventions), endpoints);
    expect(faults).toEqual([]);
    expect(requests).toBeGreaterThan(4);
  },
);

test('each endpoint of the service answers as its OpenAPI document says', async () => {
  const { schema } = composeSchema();
  const endpoints = folder('schema/rest');
  const { conventions } = compileApi(endpoints, schema).versions[0]!;
  const { requests, faults } = await requestEveryEndpoint(mockSchema(schema, conventions), endpoints);
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(20);
});

// Every word of the vocabulary, served: each response is as the OpenAPI document of the API says.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type GraphQLObjectType, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { mockSchema } from '../../../src/authoring/mock/mockSchema.ts';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { createMemoryIdempotencyStore } from '../../../src/gateway/guard/idempotency/createMemoryIdempotencyStore.ts';
import { requestEveryEndpoint } from '../../commands/authoring/dev/support/requestEveryEndpoint.ts';

const FOLDER = fileURLToPath(new URL('everyWord', import.meta.url));

test('each endpoint with every word of the vocabulary responds as its OpenAPI document says', async () => {
  const schema = buildSchema(readFileSync(`${FOLDER}/schema.graphql`, 'utf8'));
  const endpoints = `${FOLDER}/endpoints`;
  const { conventions } = compileApi(endpoints, schema).versions[0]!;
  const mocked = mockSchema(schema, conventions);
  // Mock data knows no pattern of a scalar.
  (mocked.getType('Product') as GraphQLObjectType).getFields()['sku']!.resolve = () => 'AB-1234';
  const { requests, faults } = await requestEveryEndpoint(mocked, endpoints, {
    idempotency: createMemoryIdempotencyStore(),
  });
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(15);
});

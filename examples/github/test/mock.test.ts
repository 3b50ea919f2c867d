// Mocked data through every endpoint: each response is as the OpenAPI document of this API says.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { mockSchema } from '../../../src/authoring/mock/mockSchema.ts';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { requestEveryEndpoint } from '../../../test/commands/authoring/dev/support/requestEveryEndpoint.ts';
import { SCHEMA_FILE } from '../upstream.ts';

test('each endpoint responds as its OpenAPI document says', async () => {
  const schema = buildSchema(readFileSync(SCHEMA_FILE, 'utf8'), { assumeValid: true });
  const endpoints = fileURLToPath(new URL('../endpoints', import.meta.url));
  const { conventions } = compileApi(endpoints, schema).versions[0]!;
  const { requests, faults } = await requestEveryEndpoint(mockSchema(schema, conventions), endpoints);
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(25);
});

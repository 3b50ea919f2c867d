import { expect, test } from 'vitest';
import { renderConfig } from '../../../../../../src/gateway/cli/init/files/renderConfig.ts';
import { readConfig } from '../../../../../../src/gateway/cli/project/readConfig.ts';
import { makeFolder } from '../support/makeFolder.ts';

test('names the schema and the folder', () => {
  const setup = { schema: 'schema.graphql', headers: [], endpoints: 'rest' };
  expect(renderConfig(setup, 'portico')).toBe(`import { defineConfig } from 'portico';

export default defineConfig({
  schema: 'schema.graphql',
  endpoints: 'rest',
});
`);
});

test('is read as it was meant, with the values of headers from the environment', async () => {
  const setup = {
    schema: "it's.graphql",
    upstream: 'http://localhost:1/graphql',
    headers: ['authorization', 'x-api-key'],
    endpoints: 'api/rest',
  };
  const text = renderConfig(setup, 'portico');
  expect(text).toContain(
    "headers: { authorization: process.env.UPSTREAM_AUTHORIZATION, 'x-api-key': process.env.UPSTREAM_X_API_KEY },",
  );
  expect(await readConfig(makeFolder({ 'portico.config.ts': text }))).toMatchObject({
    schema: expect.stringMatching(/it's\.graphql$/),
    upstream: 'http://localhost:1/graphql',
    endpoints: expect.stringMatching(/api.rest$/),
  });
});

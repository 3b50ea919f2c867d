import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { readApi } from '../../../../../src/gateway/cli/project/readApi.ts';
import { readSettings } from '../../../../../src/gateway/config/readSettings.ts';

const project = {
  endpoints: fileURLToPath(new URL('../support/endpoints', import.meta.url)),
  root: '/',
  loadSchema: async () => buildSchema('type Query { hello(name: String): String! }'),
};

test('compiles the endpoint documents over the schema', async () => {
  const { schema, plan, publisher } = await readApi(project, readSettings({}));
  expect(schema.getQueryType()!.getFields()).toHaveProperty('hello');
  expect(plan.versions.map(({ number }) => number)).toEqual([1]);
  expect(publisher).toBeUndefined();
});

test('has the publisher of the project', async () => {
  const createPublisher = ({ apiName }: { apiName: string }) => ({ contact: { name: apiName }, license: {} });
  const { publisher } = await readApi({ ...project, createPublisher }, readSettings({ API_NAME: 'acme' }));
  expect(publisher).toEqual({ contact: { name: 'acme' }, license: {} });
});

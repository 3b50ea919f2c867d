import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type ApiOptions, isDefault, readApi } from '../../../../src/gateway/cli/readApi.ts';
import { UsageError } from '../../../../src/gateway/cli/UsageError.ts';
import { readSettings } from '../../../../src/gateway/config/readSettings.ts';

const schema = fileURLToPath(new URL('./support/greeting.graphql', import.meta.url));
const endpoints = fileURLToPath(new URL('./support/endpoints', import.meta.url));
const settings = readSettings({});
const defaults = {
  loadSchema: async () => buildSchema('type Query { hello(name: String): String! bye: String }'),
  endpoints,
  createPublisher: () => ({ contact: { name: 'Ada' }, license: { name: 'MIT' } }),
  root: '/',
};

test.each<[string, ApiOptions]>([
  ['without options', {}],
  ['with its own folder', { endpoints }],
  ['with its own folder, as a relative path', { endpoints: `${endpoints}/../endpoints/` }],
])('reads the default API %s', async (_, options) => {
  const { schema: read, plan, publisher } = await readApi(settings, options, defaults);
  expect(read.getQueryType()!.getFields()).toHaveProperty('bye');
  expect(plan.versions.map(({ number }) => number)).toEqual([1]);
  expect(publisher).toMatchObject({ contact: { name: 'Ada' } });
});

test.each([undefined, defaults])('reads the API of both options, without a publisher (%#)', async (given) => {
  const { schema: read, publisher } = await readApi(settings, { schema, endpoints }, given);
  expect(read.getQueryType()!.getFields()).not.toHaveProperty('bye');
  expect(publisher).toBeUndefined();
});

test.each<[ApiOptions, typeof defaults | undefined, RegExp]>([
  [{}, undefined, /^--schema and --endpoints are required: /],
  [{ schema }, undefined, /^--schema requires --endpoints: /],
  [{ schema }, defaults, /^--schema requires --endpoints: /],
  [{ endpoints }, undefined, /^--endpoints requires --schema: /],
  [{ endpoints: '/elsewhere' }, defaults, /^--endpoints requires --schema: /],
  [{ schema: '/nowhere', endpoints }, defaults, /^--schema: the file \/nowhere cannot be read/],
])('refuses %j as a usage error (%#)', async (options, given, message) => {
  const reading = readApi(settings, options, given);
  await expect(reading).rejects.toBeInstanceOf(UsageError);
  await expect(reading).rejects.toThrow(message);
});

describe('isDefault', () => {
  test.each<[ApiOptions, boolean]>([
    [{}, true],
    [{ endpoints }, true],
    [{ endpoints: '/elsewhere' }, false],
    [{ schema }, false],
    [{ schema, endpoints }, false],
  ])('%j: %s', (options, expected) => {
    expect(isDefault(options, defaults)).toBe(expected);
    expect(isDefault(options)).toBe(false);
  });
});

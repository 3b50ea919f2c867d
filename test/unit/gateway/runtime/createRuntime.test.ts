import { expect, test } from 'vitest';
import { SettingsError } from '../../../../src/gateway/config/SettingsError.ts';
import type { ApiPlan } from '../../../../src/gateway/plan/ApiPlan.ts';
import { endpointOf, versionOf } from './support/plans.ts';
import { runtimeOf } from './support/runtimeOf.ts';

const run = () => ({ data: {} });
const endpoint = endpointOf({ deprecated: '2027-01-31' });
const plan: ApiPlan = {
  format: 5,
  versions: [{ ...versionOf(), endpoints: [endpoint] }, versionOf({ number: 3, conventions: { expand: 'with' } })],
  coordinates: {},
  warnings: [],
  unsupported: [],
};

test('a default version that does not exist is refused', () => {
  const create = () => runtimeOf([], run, { plan, settings: { defaultVersion: 2 } });
  expect(create).toThrow(SettingsError);
  expect(create).toThrow(
    'The default version is 2 (DEFAULT_API_VERSION, or the option defaultVersion), but the versions are: 1, 3.',
  );
});

test('a runtime has the conventions and the router of each version', () => {
  const { conventions, routers, settings } = runtimeOf([], run, { plan, settings: { defaultVersion: 3 } });
  expect([...conventions].map(([number, { expand }]) => [number, expand])).toEqual([
    [1, 'expand'],
    [3, 'with'],
  ]);
  expect(routers.get(1)!.match(['books'])!.routes.get('GET')).toBe(endpoint);
  expect(routers.get(3)!.match(['books'])).toBeUndefined();
  expect(settings).toMatchObject({ versions: [1, 3], defaultVersion: 3, apiName: 'toy', basePath: '' });
});

test('an endpoint is loaded once', () => {
  const runtime = runtimeOf([], run, { plan });
  expect(runtime.endpointOf(1, endpoint)).toBe(runtime.endpointOf(1, endpoint));
  expect(runtime.endpointOf(1, endpoint).plan).toBe(endpoint);
});

test('the page of changes is below the base path', () => {
  const linkUnder = (settings: object) =>
    runtimeOf([], run, { plan, settings }).endpointOf(1, endpoint).headers['link'];
  expect(linkUnder({ basePath: '/api', changesPath: '/docs/changes' })).toContain('</api/docs/changes>');
  expect(linkUnder({ basePath: '/api' })).toBeUndefined();
});

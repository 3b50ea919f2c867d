import { expect, test } from 'vitest';
import { nearestRoutes } from '../../../../src/gateway/cli/nearestRoutes.ts';
import type { RouteSettings } from '../../../../src/gateway/request/findRoute.ts';
import { apiPlan, endpointPlan, versionPlan } from '../describe/support/plans.ts';

const SETTINGS: RouteSettings = { basePath: '', defaultVersion: 1, versioning: 'both' };
const PLAN = apiPlan(
  versionPlan({
    endpoints: ['/books', '/books/{id}', '/shelves/{id}'].map((path) => endpointPlan({ path })),
  }),
);

test.each<[path: string, settings: Partial<RouteSettings>, nearest: string | undefined]>([
  ['/v1/book', {}, '/v1/books'],
  ['/v1/bokos/7', {}, '/v1/books/{id}'],
  ['/boks', {}, '/books'],
  ['/books', { versioning: 'path' }, '/v1/books'],
  ['/v1/books', { versioning: 'header' }, '/books'],
  ['/v1/boks', { basePath: '/api' }, '/api/v1/books'],
  ['/nothing/like/it', {}, undefined],
])('the nearest route to %s with %j is %j', (path, settings, nearest) => {
  expect(nearestRoutes(path, PLAN, { ...SETTINGS, ...settings })[0]?.path).toBe(nearest);
});

test('lists at most five routes', () => {
  const endpoints = Array.from({ length: 9 }, (_, index) => endpointPlan({ path: `/book${index}` }));
  expect(nearestRoutes('/v1/book', apiPlan(versionPlan({ endpoints })), SETTINGS)).toHaveLength(5);
});

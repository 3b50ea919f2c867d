import { expect, test } from 'vitest';
import { routeKey, routePath } from '../../../../src/gateway/plan/Segment.ts';

test('a route is its method and its path without the names of placeholders', () => {
  expect(routePath('/users/{id}/orders/{order}:cancel')).toBe('/users/{}/orders/{}:cancel');
  expect(routeKey({ method: 'GET', path: '/users/{id}' })).toBe('GET /users/{}');
});

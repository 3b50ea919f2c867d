import { describe, expect, test } from 'vitest';
import { routeKey, routePath, takesBody } from '../../../../src/gateway/plan/EndpointPlan.ts';

describe('EndpointPlan', () => {
  test('POST, PUT and PATCH have a body', () => {
    expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(takesBody)).toEqual(['POST', 'PUT', 'PATCH']);
  });
});

describe('Segment', () => {
  test('a route is its method and its path without the names of placeholders', () => {
    expect(routePath('/users/{id}/orders/{order}:cancel')).toBe('/users/{}/orders/{}:cancel');
    expect(routeKey({ method: 'GET', path: '/users/{id}' })).toBe('GET /users/{}');
  });
});

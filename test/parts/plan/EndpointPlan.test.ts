import { describe, expect, test } from 'vitest';
import { takesBody } from '../../../src/gateway/plan/EndpointPlan.ts';

describe('EndpointPlan', () => {
  test('POST, PUT and PATCH have a body', () => {
    expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(takesBody)).toEqual(['POST', 'PUT', 'PATCH']);
  });
});

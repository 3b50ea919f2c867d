import { describe, expect, test } from 'vitest';
import { checkKeyedEndpoints } from '../../../../src/gateway/runtime/checkKeyedEndpoints.ts';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { endpointOf, versionOf } from './support/plans.ts';

const endpoint = (name: string, idempotencyKey: EndpointPlan['idempotencyKey']) =>
  endpointOf({
    name,
    ...(idempotencyKey && { idempotencyKey }),
    source: { ...SOURCE, file: `rest/v1/${name}.graphql` },
  });
const SOURCE = { file: '', line: 3, text: '', shapes: {} };
const planOf = (...endpoints: EndpointPlan[]) => ({
  format: 5 as const,
  versions: [{ ...versionOf(), endpoints }, versionOf({ number: 2 })],
  coordinates: {},
  warnings: [],
  unsupported: [],
});
const runOnce = () => Promise.reject(new Error('not called'));
const authenticate = () => Promise.resolve(null);
const pay = endpoint('pay', 'REQUIRED');
const order = endpoint('order', 'OPTIONAL');

describe('endpoints that take a key', () => {
  test('need a store and callers', () => {
    expect(checkKeyedEndpoints(planOf(pay, order), { runOnce, authenticate })).toEqual([]);
    expect(checkKeyedEndpoints(planOf(pay, order), { runOnce, keysWithoutCaller: true })).toEqual([]);
    expect(checkKeyedEndpoints(planOf(endpoint('plain', undefined)), {})).toEqual([]);
  });
  test('without a store are a warning', () => {
    expect(checkKeyedEndpoints(planOf(order), { authenticate })).toEqual([
      'Requests with an Idempotency-Key are refused (order): that needs a store of responses. Set IDEMPOTENCY_REDIS_URL, or pass the option idempotency to createPortico.',
    ]);
    const many = ['a', 'b', 'c', 'd'].map((name) => endpoint(name, 'OPTIONAL'));
    expect(checkKeyedEndpoints(planOf(...many), { authenticate })[0]).toContain('refused (a, b, c, …): that needs');
  });
  test('without callers are a warning', () => {
    expect(checkKeyedEndpoints(planOf(order), { runOnce })).toEqual([
      'Requests with an Idempotency-Key are refused (order): that needs callers, to whom keys belong, but nothing authenticates. Set AUTH_JWKS_URL, AUTH_PUBLIC_KEY or AUTH_SECRET, or pass the option authenticate to createPortico.',
    ]);
  });
  test('that require it refuse the start, each with its file and line', () => {
    const plan = planOf(pay, order, endpoint('charge', 'REQUIRED'));
    expect(() => checkKeyedEndpoints(plan, { authenticate })).toThrow(
      [
        'rest/v1/charge.graphql:3:1: idempotencyKey: REQUIRED needs a store of responses. Set IDEMPOTENCY_REDIS_URL, or pass the option idempotency to createPortico.',
        'rest/v1/pay.graphql:3:1: idempotencyKey: REQUIRED needs a store of responses. Set IDEMPOTENCY_REDIS_URL, or pass the option idempotency to createPortico.',
      ].join('\n'),
    );
    expect(() => checkKeyedEndpoints(plan, { runOnce })).toThrow(
      'rest/v1/pay.graphql:3:1: idempotencyKey: REQUIRED needs callers, to whom keys belong, but nothing authenticates.',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { SettingsError } from '../../../src/gateway/base/settings/Settings.ts';
import { type ApiPlan, PLAN_FORMAT } from '../../../src/gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../src/gateway/plan/EndpointPlan.ts';
import { checkKeyedEndpoints } from '../../../src/gateway/handle/createRuntime.ts';
import { endpointOf, versionOf } from './support/plans.ts';
import { runtimeOf } from './support/runtimeOf.ts';

const run = () => ({ data: {} });
const endpoint = endpointOf({ deprecated: '2027-01-31' });
const plan: ApiPlan = {
  format: PLAN_FORMAT,
  versions: [{ ...versionOf(), endpoints: [endpoint] }, versionOf({ number: 3, conventions: { expand: 'with' } })],
  coordinates: {},
  warnings: [],
  unsupported: [],
};

const withDefault = (defaultVersion: number): ApiPlan => ({
  ...plan,
  api: { name: 'toy', defaultVersion, versioning: 'both' },
});

describe('createRuntime', () => {
  test('a default version that does not exist is refused', () => {
    const create = () => runtimeOf([], run, { plan: withDefault(2) });
    expect(create).toThrow(SettingsError);
    expect(create).toThrow(
      'The default version is 2 ("defaultVersion" in api.json, or the option of createPortico), but the versions are: 1, 3.',
    );
  });
});

describe('checkKeyedEndpoints', () => {
  const keyed = (name: string, idempotencyKey: EndpointPlan['idempotencyKey']) =>
    endpointOf({
      name,
      ...(idempotencyKey && { idempotencyKey }),
      source: { ...SOURCE, file: `rest/v1/${name}.graphql` },
    });
  const SOURCE = { file: '', line: 3, text: '', shapes: {} };
  const planOf = (...endpoints: EndpointPlan[]) => ({
    format: PLAN_FORMAT as typeof PLAN_FORMAT,
    versions: [{ ...versionOf(), endpoints }, versionOf({ number: 2 })],
    coordinates: {},
    warnings: [],
    unsupported: [],
  });
  const runOnce = () => Promise.reject(new Error('not called'));
  const authenticate = () => Promise.resolve(null);
  const pay = keyed('pay', 'REQUIRED');
  const order = keyed('order', 'OPTIONAL');

  describe('endpoints that take a key', () => {
    test('need a store and callers', () => {
      expect(checkKeyedEndpoints(planOf(pay, order), { runOnce, authenticate })).toEqual([]);
      expect(checkKeyedEndpoints(planOf(pay, order), { runOnce, keysWithoutCaller: true })).toEqual([]);
      expect(checkKeyedEndpoints(planOf(keyed('plain', undefined)), {})).toEqual([]);
    });
    test('without a store are a warning', () => {
      expect(checkKeyedEndpoints(planOf(order), { authenticate })).toEqual([
        'Requests with an Idempotency-Key are refused (order): that needs a store of responses. Set REDIS_URL, or pass the option idempotency to createPortico.',
      ]);
      const many = ['a', 'b', 'c', 'd'].map((name) => keyed(name, 'OPTIONAL'));
      expect(checkKeyedEndpoints(planOf(...many), { authenticate })[0]).toContain('refused (a, b, c, …): that needs');
      expect(checkKeyedEndpoints(planOf(...many.slice(1)), { authenticate })[0]).toContain('refused (b, c, d): that');
    });
    test('without callers are a warning', () => {
      expect(checkKeyedEndpoints(planOf(order), { runOnce })).toEqual([
        'Requests with an Idempotency-Key are refused (order): that needs callers, to whom keys belong, but nothing authenticates. Set AUTH_JWKS_URL, AUTH_PUBLIC_KEY or AUTH_SECRET, or pass the option authenticate to createPortico.',
      ]);
    });
    test('that require it refuse the start, each with its file and line', () => {
      const refused = planOf(pay, order, keyed('charge', 'REQUIRED'));
      expect(() => checkKeyedEndpoints(refused, { authenticate })).toThrow(
        [
          'rest/v1/charge.graphql:3:1: idempotencyKey: REQUIRED needs a store of responses. Set REDIS_URL, or pass the option idempotency to createPortico.',
          'rest/v1/pay.graphql:3:1: idempotencyKey: REQUIRED needs a store of responses. Set REDIS_URL, or pass the option idempotency to createPortico.',
        ].join('\n'),
      );
      expect(() => checkKeyedEndpoints(refused, { runOnce })).toThrow(
        'rest/v1/pay.graphql:3:1: idempotencyKey: REQUIRED needs callers, to whom keys belong, but nothing authenticates.',
      );
    });
  });
});

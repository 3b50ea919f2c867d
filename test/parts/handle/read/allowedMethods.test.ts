import { expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { optionsHeaders } from '../../../../src/gateway/handle/read/routing.ts';

const endpoints = (plans: Record<string, Partial<EndpointPlan>>) =>
  new Map(Object.entries(plans).map(([method, plan]) => [method, { method, ...plan } as EndpointPlan]));

test.each<[string, Record<string, Partial<EndpointPlan>>, Record<string, string>]>([
  ['its methods, with HEAD where it has GET', { DELETE: {}, GET: {} }, { allow: 'GET, HEAD, DELETE, OPTIONS' }],
  ['no HEAD without GET', { PUT: {}, POST: {} }, { allow: 'POST, PUT, OPTIONS' }],
  [
    'the media types of its PATCH',
    { PATCH: { consumes: ['application/merge-patch+json', 'application/json'] } },
    { allow: 'PATCH, OPTIONS', 'accept-patch': 'application/merge-patch+json, application/json' },
  ],
])('OPTIONS of a path names %s', (_, plans, headers) => {
  expect(optionsHeaders({ endpoints: endpoints(plans) })).toEqual(headers);
});

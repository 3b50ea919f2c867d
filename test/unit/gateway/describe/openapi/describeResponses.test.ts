import { expect, test } from 'vitest';
import { describeResponses } from '../../../../../src/gateway/describe/openapi/describeResponses.ts';
import type { OpenApiSettings } from '../../../../../src/gateway/describe/openapi/OpenApiSettings.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import { endpointPlan, pagePlan, versionPlan } from '../support/plans.ts';

type Responses = Record<string, { headers: Record<string, { $ref: string }>; content?: object }>;

function responsesOf(
  own: Partial<EndpointPlan>,
  settings: Pick<OpenApiSettings, 'open' | 'changesPath'> = {},
): Responses {
  const content = { types: ['application/json', 'application/vnd.toy.v1+json'], schema: { type: 'string' } };
  return describeResponses(endpointPlan(own), versionPlan(), content, settings) as Responses;
}

test.each<[name: string, own: Partial<EndpointPlan>, settings: { changesPath?: string }, headers: string[]]>([
  ['every response', {}, {}, ['Cache-Control']],
  ['a new resource', { status: 201, location: ['/books'] }, {}, ['Location', 'Cache-Control']],
  ['a page', { page: pagePlan(['CURSOR']) }, {}, ['Link', 'Cache-Control']],
  ['an entity tag', { maxAge: 60 }, {}, ['ETag', 'Cache-Control']],
  ['a deprecation', { deprecated: '2027-01-31' }, {}, ['Cache-Control', 'Deprecation']],
  ['an Idempotency-Key', { idempotencyKey: 'OPTIONAL' }, {}, ['Cache-Control', 'Idempotency-Replayed']],
  [
    'a deprecation with a page of changes',
    { deprecated: '2027-01-31', sunset: '2027-07-31' },
    { changesPath: '/docs/changes' },
    ['Cache-Control', 'Deprecation', 'Link', 'Sunset'],
  ],
])('the success has the headers of %s', (_, own, settings, headers) => {
  const success = responsesOf(own, settings)[String(own.status ?? 200)]!;
  expect(Object.keys(success.headers)).toEqual(['X-Request-Id', 'Vary', ...headers, 'RateLimit-Policy', 'RateLimit']);
});

test('the success has one schema under each media type', () => {
  expect(responsesOf({})['200']!.content).toEqual({
    'application/json': { schema: { type: 'string' } },
    'application/vnd.toy.v1+json': { schema: { type: 'string' } },
  });
});

test('a success without a body has no content', () => {
  const content = { types: ['application/json'], schema: undefined };
  const responses = describeResponses(endpointPlan({ status: 204 }), versionPlan(), content) as Responses;
  expect(responses['204']).not.toHaveProperty('content');
});

test('an endpoint with an entity tag has a 304 with the headers of its success', () => {
  const responses = responsesOf({ maxAge: 60, page: pagePlan(['CURSOR']) });
  expect(responses['304']!.headers).toEqual(responses['200']!.headers);
  expect(responsesOf({})).not.toHaveProperty('304');
});

test.each([
  [true, undefined],
  [false, '#/components/responses/Unauthenticated'],
])('open: %s has the 401 %s', (open, reference) => {
  expect((responsesOf({}, { open })['401'] as unknown as { $ref: string } | undefined)?.$ref).toBe(reference);
});

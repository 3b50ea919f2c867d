import { expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { prepareHeaders } from '../../../../src/gateway/handle/render/prepareSuccess.ts';
import { parameter } from '../read/support/coercion.ts';
import { endpointOf } from '../support/plans.ts';

const NO_STORE = 'private, no-store';

test.each<[Partial<EndpointPlan>, string | undefined, Record<string, string>]>([
  [{}, '/docs/changes', { vary: 'Accept', 'cache-control': NO_STORE }],
  [{ maxAge: 60 }, undefined, { vary: 'Accept, Authorization', 'cache-control': 'private, max-age=60' }],
  [{ maxAge: 60, auth: 'NONE' }, undefined, { vary: 'Accept', 'cache-control': 'private, max-age=60' }],
  [
    { maxAge: 60, auth: 'OPTIONAL' },
    undefined,
    { vary: 'Accept, Authorization', 'cache-control': 'private, max-age=60' },
  ],
  [{ auth: 'OPTIONAL' }, undefined, { vary: 'Accept', 'cache-control': NO_STORE }],
  [{ maxAge: 0 }, undefined, { vary: 'Accept, Authorization', 'cache-control': 'private, max-age=0' }],
  [
    {
      parameters: [
        parameter('X-Text', 'String', { source: 'header' }),
        parameter('query', 'String'),
        parameter('number', 'Int', { source: 'header' }),
      ],
    },
    undefined,
    { vary: 'Accept, X-Text, number', 'cache-control': NO_STORE },
  ],
  [
    { deprecated: '2027-01-31', sunset: '2027-07-31' },
    undefined,
    {
      vary: 'Accept',
      deprecation: '@1801353600',
      sunset: 'Sat, 31 Jul 2027 00:00:00 GMT',
      'cache-control': NO_STORE,
    },
  ],
  [
    { deprecated: '2027-01-31' },
    '/api/docs/changes',
    {
      vary: 'Accept',
      deprecation: '@1801353600',
      link: '</api/docs/changes>; rel="deprecation"; type="text/html"',
      'cache-control': NO_STORE,
    },
  ],
  [
    { sunset: '2028-01-31' },
    '/docs/changes',
    {
      vary: 'Accept',
      sunset: 'Mon, 31 Jan 2028 00:00:00 GMT',
      link: '</docs/changes>; rel="sunset"; type="text/html"',
      'cache-control': NO_STORE,
    },
  ],
])('of %j with the page of changes at %s are %j', (rest, changesPage, headers) => {
  expect(prepareHeaders(endpointOf(rest), { changesPage })).toEqual(headers);
});

import { expect, test } from 'vitest';
import type { EndpointPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { prepareHeaders } from '../../../../src/gateway/handle/render/prepareSuccess.ts';
import { toyEngine } from '../support/toyEngine.ts';
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

test('a deprecated version says so on each of its endpoints, and the next does not', async () => {
  const old = toyEngine(
    {
      'v1/a.graphql': 'query get @endpoint(method: GET, path: "/a") { books @paginate { nodes { id } } }',
      'v1/b.graphql': 'query get @endpoint(method: GET, path: "/b", sunset: "2028-01-31") { shelves { name } }',
      'v1/conventions.json': JSON.stringify({ deprecated: '2027-01-31', sunset: '2027-07-31' }),
      'v2/shapes/None.graphql': 'fragment None on Book { id }',
    },
    { basePath: '/api', changesPath: '/docs/changes' },
  );
  const a = (await old.send('GET /api/v1/a')).headers;
  expect([a['deprecation'], a['sunset']]).toEqual(['@1801353600', 'Sat, 31 Jul 2027 00:00:00 GMT']);
  const links =
    '</api/docs/changes>; rel="deprecation"; type="text/html", </api/docs/changes>; rel="sunset"; type="text/html"';
  expect(a['link']!.slice(a['link']!.indexOf('rel="last"'))).toBe(`rel="last", ${links}`);
  const b = (await old.send('GET /api/v1/b')).headers;
  expect([b['deprecation'], b['sunset']]).toEqual(['@1801353600', 'Mon, 31 Jan 2028 00:00:00 GMT']);
  expect(b['link']).toBe(links);
  expect((await old.send('GET /api/v2/a')).headers).not.toHaveProperty('deprecation');
  const operation = (version: number) => (old.openApi.get(`/v${version}/openapi.json`) as never)['paths']['/b']['get'];
  expect([operation(1), operation(2)].map((each) => each['deprecated'])).toEqual([true, undefined]);
});

test('an endpoint may end on the day of its deprecation', async () => {
  const toy = toyEngine({
    'v1/conventions.json': JSON.stringify({ deprecated: '2027-01-31', sunset: '2027-01-31' }),
    'v1/a.graphql':
      'query get @endpoint(method: GET, path: "/b", deprecated: "2027-01-31", sunset: "2027-01-31") { shelves { name } }',
  });
  expect((await toy.send('GET /v1/b')).headers).toMatchObject({ sunset: 'Sun, 31 Jan 2027 00:00:00 GMT' });
});

test('nothing links to a page of changes where none is served', async () => {
  const toy = toyEngine({
    'v1/b.graphql':
      'query get @endpoint(method: GET, path: "/b", deprecated: "2027-01-31", sunset: "2027-07-31") { book(id: 1) { id } }',
  });
  expect((await toy.send('GET /v1/b')).headers['link']).toBeUndefined();
  const { headers } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/b']['get']['responses']['200'];
  expect(Object.keys(headers)).toEqual([
    'X-Request-Id',
    'Vary',
    'Cache-Control',
    'Deprecation',
    'Sunset',
    'RateLimit-Policy',
    'RateLimit',
  ]);
});

// Brownouts of a version, and what follows the sunset of an endpoint: 410, over a façade.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type StubUpstream, stubUpstream } from '../../support/stubUpstream.ts';
import { validateOpenApi } from '../../vocabulary/describe/support/validateOpenApi.ts';
import { toyEngine } from '../../vocabulary/support/toy.ts';
import { type OpenFacade, openFacade } from './support/openFacade.ts';

const LINK = '</docs/changes>; rel="deprecation"; type="text/html", </docs/changes>; rel="sunset"; type="text/html"';
const conventions = {
  deprecated: '2027-01-01',
  sunset: '2027-06-01',
  afterSunset: 'gone',
  brownouts: ['2027-02-10T09:30+01:00/PT90M', '2027-01-10T10:00Z/PT1H'],
  errors: { body: { code: '{code}', error: '{message}' }, codes: { NOT_FOUND: 422 } },
};
const IN_JANUARY = {
  code: 'GONE',
  error: 'GET /hello is deprecated, and ends on 2027-06-01: it does not respond until 2027-01-10T11:00:00Z.',
};
const ENDED = { code: 'GONE', error: 'GET /hello ended on 2027-06-01.' };

let upstream: StubUpstream;
let facade: OpenFacade;
beforeAll(async () => {
  upstream = await stubUpstream();
  upstream.answer = () => ({ body: { data: { hello: 'world', greet: 'hi' } } });
  facade = await openFacade({
    upstream,
    sdl: 'type Query { hello: String! } type Mutation { greet: String! }',
    files: {
      'conventions.json': JSON.stringify(conventions),
      'hello.graphql': 'query getHello @endpoint(method: GET, path: "/hello") { hello }',
      'late.graphql': 'query getLate @endpoint(method: GET, path: "/late", sunset: "2027-09-01") { hello }',
      'greet.graphql': 'mutation greet @endpoint(method: POST, path: "/greet") { greet }',
    },
    name: 'greetings',
  });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await facade.close();
  await upstream.close();
});

/** What a request gets at a time. */
async function sendAt(time: string, target = '/v1/hello', init: RequestInit = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  const { status, headers, body } = await facade.send(target, init);
  return [status, headers.get('retry-after'), headers.get('link'), body];
}

describe('a request', () => {
  test.each<[time: string, response: unknown[], target?: string, init?: RequestInit]>([
    ['2027-01-10T09:59:59.999Z', [200, null, LINK, 'world']],
    ['2027-01-10T10:00:00Z', [410, '3600', LINK, IN_JANUARY]],
    ['2027-01-10T10:59:59.001Z', [410, '1', LINK, IN_JANUARY]],
    ['2027-01-10T11:00:00Z', [200, null, LINK, 'world']],
    [
      '2027-01-10T10:00:00Z',
      [410, '3600', LINK, { ...IN_JANUARY, error: IN_JANUARY.error.replace('GET /hello', 'POST /greet') }],
      '/v1/greet',
      { method: 'POST' },
    ],
    ['2027-01-10T10:00:00Z', [410, '3600', LINK, ''], '/v1/hello', { method: 'HEAD' }],
    // Neither what is no endpoint, nor OPTIONS.
    ['2027-01-10T10:00:00Z', [422, null, null, expect.anything()], '/v1/nothing'],
    ['2027-01-10T10:00:00Z', [204, null, null, ''], '/v1/hello', { method: 'OPTIONS' }],
    // An offset.
    ['2027-02-10T08:29:59Z', [200, null, LINK, 'world']],
    ['2027-02-10T08:30:00Z', [410, '5400', LINK, expect.objectContaining({ code: 'GONE' })]],
    ['2027-05-31T23:59:59Z', [200, null, LINK, 'world']],
    ['2027-06-01T00:00:00Z', [410, null, LINK, ENDED]],
    ['2027-06-01T00:00:00Z', [200, null, LINK, 'world'], '/v1/late'],
    ['2027-09-01T00:00:00Z', [410, null, LINK, { ...ENDED, error: 'GET /late ended on 2027-09-01.' }], '/v1/late'],
  ])('at %s gets %j', async (time, response, target, init) => {
    expect(await sendAt(time, target, init)).toEqual(response);
  });

  test('gets a problem document where it prefers that, and executes nothing', async () => {
    upstream.received.length = 0;
    const accept = { headers: { accept: 'application/problem+json' } };
    const [status, , , problem] = await sendAt('2027-01-10T10:30:00Z', '/v1/hello', accept);
    expect([status, problem]).toEqual([
      410,
      {
        type: 'about:blank',
        title: 'Gone',
        status: 410,
        detail: IN_JANUARY.error,
        code: 'GONE',
        requestId: expect.any(String) as string,
        errors: [{ message: IN_JANUARY.error }],
      },
    ]);
    expect(upstream.received).toEqual([]);
  });
});

const get = (name: string) => `query ${name} @endpoint(method: GET, path: "/${name}") { shelves { name } }`;

test('only the endpoints of the version are concerned, inherited ones too, and no caller is needed', async () => {
  const toy = toyEngine({
    'v1/a.graphql': get('a'),
    'v2/b.graphql': get('b'),
    'v2/conventions.json': '{"deprecated": "2027-01-01", "brownouts": ["2027-01-10T10:00:00Z/P1DT1H"]}',
    'v3/c.graphql': get('c'),
  });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-11T10:00:00Z') });
  const lines = ['GET /v1/a', 'GET /v2/a', 'GET /v2/b', 'GET /v3/b', 'GET /v3/c'];
  const replies = await Promise.all(lines.map((line) => toy.send(line)));
  expect(replies.map((reply) => reply.status)).toEqual([200, 410, 410, 200, 200]);
  const { status, body, headers } = await toy.send('GET /v2/a', { scopes: 'nobody' });
  expect([status, body, headers['link']]).toEqual([
    410,
    '{"error":"GET /a is deprecated: it does not respond until 2027-01-11T11:00:00Z."}',
    undefined,
  ]);
  const responsesOf = (version: number, path: string) =>
    Object.keys(
      (toy.openApi.get(`/v${version}/openapi.json`) as never)['paths'][path]['get']['responses'] as object,
    ).includes('410');
  expect([responsesOf(1, '/a'), responsesOf(2, '/a'), responsesOf(3, '/a')]).toEqual([false, true, false]);
});

test('an endpoint is served after its sunset by default', async () => {
  const toy = toyEngine({ 'v1/a.graphql': get('a'), 'v1/conventions.json': '{"sunset": "2027-01-01"}' });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2028-01-01T00:00:00Z') });
  expect((await toy.send('GET /v1/a')).status).toBe(200);
  const { responses } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/a']['get'];
  expect(Object.keys(responses)).not.toContain('410');
});

test('OpenAPI has the 410, and the page of changes the times', async () => {
  const document = (await facade.send('/v1/openapi.json')).body as Record<string, never>;
  expect(validateOpenApi(document)).toEqual([]);
  expect(document['paths']!['/hello']['get']['responses']['410']).toEqual({ $ref: '#/components/responses/Gone' });
  const { description, headers } = document['components']!['responses']['Gone'] as Record<string, object>;
  expect([description, headers]).toMatchObject([
    'The endpoint has ended; or, with Retry-After, it does not respond for a while, which announces its end.',
    { Link: { $ref: '#/components/headers/EndLink' }, 'Retry-After': { $ref: '#/components/headers/RetryLimit' } },
  ]);
  const page = await (await fetch(`${facade.url}/docs/changes`)).text();
  expect(page).toContain('Version 1: no responses but 410 from 2027-01-10T10:00:00Z to 2027-01-10T11:00:00Z.');
});

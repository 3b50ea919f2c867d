// Limits of single endpoints: `rateLimit` in conventions.json, in a library.
import { buildSchema } from 'graphql';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';

const schema = buildSchema('type Query { hello: String! clock: String! }');
for (const field of Object.values(schema.getQueryType()!.getFields())) field.resolve = () => field.name;

const endpoint = (name: string) => `query ${name} @endpoint(method: GET, path: "/${name}") { ${name} }`;
const documents = {
  'conventions.json': JSON.stringify({ rateLimit: { hello: '2/86400' } }),
  'v1/hello.graphql': endpoint('hello'),
  'v1/clock.graphql': endpoint('clock'),
  'v2/conventions.json': JSON.stringify({ urls: 'absolute' }),
  'v3/conventions.json': JSON.stringify({ rateLimit: { hello: '1/86400' } }),
};
const served = await serveSchema(schema, documents);
afterAll(() => served.close());

const SECONDS = /86(?:400|3\d\d)/.source;

async function send(target: string) {
  const { status, headers, json } = await served.send(`GET ${target}`);
  const [policy, limit, wait] = ['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => headers.get(name));
  return { status, json, policy, limit, wait };
}

const passed = (requests: number, remaining: number) => ({
  status: 200,
  json: 'hello',
  policy: `"hello";q=${requests};w=86400`,
  limit: expect.stringMatching(new RegExp(`^"hello";r=${remaining};t=${SECONDS}$`)),
  wait: null,
});
const refused = (requests: number) => ({
  status: 429,
  json: {
    error: expect.stringMatching(
      new RegExp(`^Too many requests: the limit is ${requests} in 86400 seconds; try again in ${SECONDS} seconds\\.$`),
    ),
  },
  policy: `"hello";q=${requests};w=86400`,
  limit: expect.stringMatching(new RegExp(`^"hello";r=0;t=${SECONDS}$`)),
  wait: expect.stringMatching(new RegExp(`^${SECONDS}$`)),
});
const unlimited = { status: 200, json: 'clock', policy: null, limit: null, wait: null };

test('an endpoint has its own quota, which versions with the same limit share', async () => {
  expect(await send('/v1/hello')).toEqual(passed(2, 1));
  expect(await send('/v2/hello')).toEqual(passed(2, 0));
  expect(await send('/v1/hello')).toEqual(refused(2));
  expect(await send('/hello')).toEqual(refused(2));
  for (let n = 0; n < 3; n++) expect(await send('/v1/clock')).toEqual(unlimited);
});

test('a version can have another limit, and then another quota', async () => {
  expect(await send('/v3/hello')).toEqual(passed(1, 0));
  expect(await send('/v3/hello')).toEqual(refused(1));
});

test('a request without the caller that an endpoint requires is 401, and does not count', async () => {
  const guarded = await serveSchema(schema, documents, {
    authenticate: ({ authorization }) => (authorization === 'ada' ? { subject: 'ada', scopes: [] } : null),
  });
  onTestFinished(guarded.close);
  const sendAs = async (authorization?: string) => {
    const reply = await guarded.send('GET /v3/hello', { headers: { ...(authorization && { authorization }) } });
    return [reply.status, reply.headers.get('ratelimit-policy')];
  };
  for (const credentials of [undefined, undefined, 'bob', 'bob'])
    expect(await sendAs(credentials)).toEqual([401, null]);
  expect(await sendAs('ada')).toEqual([200, '"hello";q=1;w=86400']);
  expect(await sendAs('ada')).toEqual([429, '"hello";q=1;w=86400']);
  expect(await sendAs(undefined)).toEqual([401, null]);
});

describe('OpenAPI', () => {
  interface Described {
    description: string;
    headers: Record<string, object>;
  }
  const document = served.openApi.get('/v1/openapi.json') as {
    paths: Record<string, { get: { responses: Record<string, Described> } }>;
    components: { responses: Record<string, Described> };
  };
  const responsesOf = (path: string) => document.paths[path]!.get.responses;
  const LIMIT = ['RateLimit-Policy', 'RateLimit'];

  test('says the limit of an endpoint', () => {
    const { 200: success, 429: limited } = responsesOf('/hello');
    expect(Object.keys(success!.headers)).toEqual(expect.arrayContaining(LIMIT));
    expect(limited!.description).toBe('The caller has sent more than 2 requests in 86400 seconds.');
    expect(Object.keys(limited!.headers)).toEqual(expect.arrayContaining(['Retry-After', ...LIMIT]));
  });
});

test('an operation with the name of a property of every object has no limit', async () => {
  const own = await serveSchema(schema, { 'v1/a.graphql': endpoint('hello').replace('hello', 'constructor') });
  onTestFinished(own.close);
  const { status, headers } = await own.send('GET /v1/hello');
  expect([status, headers.get('ratelimit-policy')]).toEqual([200, null]);
});

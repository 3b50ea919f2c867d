// The security schemes of api.json over HTTP: where credentials are read, what a 401 says, and what OpenAPI and CORS say of it.
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type PorticoOptions, type SecuritySchemes, createPortico } from '../../src/gateway/index.ts';
import { folderOf } from './support/folderOf.ts';
import { listen } from './support/listen.ts';
import { validateOpenApi } from '../vocabulary/describe/support/validateOpenApi.ts';

const schema = buildSchema(/* GraphQL */ `
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query {
    name(to: String): String
    secret: String @requiresScopes(scopes: [["secrets"]])
    items(first: Int, after: String, offset: Int): ItemConnection!
  }
  type ItemConnection {
    nodes: [Item!]!
    totalCount: Int!
    pageInfo: PageInfo!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  type Item {
    id: ID!
  }
`);
const rootValue = {
  name: 'Ada',
  items: { nodes: [{ id: '1' }], totalCount: 2, pageInfo: { hasNextPage: true, endCursor: 'a' } },
};
for (const [name, field] of Object.entries(schema.getQueryType()!.getFields())) {
  field.resolve = () => rootValue[name as keyof typeof rootValue];
}

const DOCUMENTS = {
  'v1/name.graphql': 'query name @endpoint(method: GET, path: "/name") { name }',
  'v1/secret.graphql': 'query secret @endpoint(method: GET, path: "/secret") { secret }',
  'v1/open.graphql': 'query open @endpoint(method: GET, path: "/open", auth: OPTIONAL, maxAge: 60) { name }',
  'v1/items.graphql': 'query items @endpoint(method: GET, path: "/items") { items @paginate { nodes { id } } }',
};

const FORM = {
  'v1/rename.graphql': `query rename($to: String) @endpoint(method: POST, path: "/rename", consumes: ["application/x-www-form-urlencoded", "application/json"]) { name(to: $to) }`,
};

/** An API with these schemes, and a function that sends requests to it; it knows the key `good`, whichever way it is sent. */
async function serve(api: object, options: Partial<PorticoOptions> = {}) {
  const portico = createPortico({
    schema,
    endpoints: folderOf({ ...DOCUMENTS, ...FORM, 'api.json': JSON.stringify({ name: 'shop', ...api }) }),
    authenticate: ({ headers, request }) => {
      const { search } = new URL(request.url ?? '/', 'http://localhost');
      const all = [...[...headers].map(([name, value]) => `${name}: ${value}`), search].join('\n');
      return /\bgood\b/.test(all) ? { subject: 'ada', scopes: [] } : null;
    },
    ...options,
  });
  const { url } = await listen(portico.handler);
  const send = async (target: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/v1${target}`, init);
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  return { send, document: portico.openApi.get('/v1/openapi.json') as unknown as Document };
}

interface Document {
  info: { description: string };
  paths: Record<string, { get: { security: object[]; description: string } }>;
  components: {
    securitySchemes: object;
    responses: { Unauthenticated: { content: { 'application/json': { example: unknown } } } };
  };
}

const KEY = { type: 'apiKey', in: 'header', name: 'X-Api-Key' } as const;
const COOKIE = { type: 'apiKey', in: 'cookie', name: 'sid' } as const;
const QUERY = { type: 'apiKey', in: 'query', name: 'api_key' } as const;
const BASIC = { type: 'http', scheme: 'basic' } as const;
const BEARER = { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' } as const;

interface Stated {
  schemes: SecuritySchemes;
  good: [target: string, headers: Record<string, string>];
  bad: [target: string, headers: Record<string, string>];
  challenge: string;
  send: string;
  carry: string;
}

const STATED: readonly Stated[] = [
  {
    schemes: { token: BEARER },
    good: ['', { authorization: 'Bearer good' }],
    bad: ['', { authorization: 'Bearer bad' }],
    challenge: 'Bearer realm="shop"',
    send: 'the header Authorization: Bearer <token>',
    carry: '`Authorization: Bearer <token>`',
  },
  {
    schemes: { password: BASIC },
    good: ['', { authorization: 'Basic good' }],
    bad: ['', { authorization: 'Basic bad' }],
    challenge: 'Basic realm="shop", charset="UTF-8"',
    send: 'the header Authorization: Basic <credentials>',
    carry: '`Authorization: Basic <credentials>`',
  },
  {
    schemes: { key: KEY },
    good: ['', { 'x-api-key': 'good' }],
    bad: ['', { 'x-api-key': 'bad' }],
    challenge: 'ApiKey realm="shop"',
    send: 'the header X-Api-Key',
    carry: 'the header `X-Api-Key`',
  },
  {
    schemes: { session: COOKIE },
    good: ['', { cookie: 'theme=dark; sid=good' }],
    bad: ['', { cookie: 'theme=dark; sid=bad' }],
    challenge: 'Cookie realm="shop", cookie-name="sid"',
    send: 'the cookie sid',
    carry: 'the cookie `sid`',
  },
  {
    schemes: { key: QUERY },
    good: ['?api_key=good', {}],
    bad: ['?api_key=bad', {}],
    challenge: 'ApiKey realm="shop"',
    send: 'the query parameter api_key',
    carry: 'the query parameter `api_key`',
  },
  {
    schemes: { key: KEY, token: BEARER, other: { ...KEY, name: 'X-Key' } },
    good: ['', { 'x-key': 'good' }],
    bad: ['', { 'x-key': 'bad' }],
    challenge: 'ApiKey realm="shop", Bearer realm="shop"',
    send: 'the header X-Api-Key, the header Authorization: Bearer <token> or the header X-Key',
    carry: 'the header `X-Api-Key`, or `Authorization: Bearer <token>`, or the header `X-Key`',
  },
];

describe.each(STATED)('the schemes $schemes', ({ schemes, good, bad, challenge, send: place, carry }) => {
  const error = `Valid credentials are required: send ${place}.`;

  test('are where credentials are read, and what a 401 says', async () => {
    const { send } = await serve({ securitySchemes: schemes });
    const [query, headers] = good;
    expect(await send(`/name${query}`, { headers })).toMatchObject({ status: 200, body: '"Ada"' });
    for (const [badQuery, badHeaders] of [bad, ['', {}]] as const) {
      const refused = await send(`/name${badQuery}`, { headers: badHeaders });
      expect([refused.status, refused.body]).toEqual([401, JSON.stringify({ error })]);
      expect(Object.fromEntries(refused.headers)).toEqual({
        'cache-control': 'private, no-store',
        connection: 'keep-alive',
        'content-length': String(refused.body.length),
        'content-type': 'application/json',
        date: expect.any(String),
        'keep-alive': expect.any(String),
        vary: 'Accept',
        'www-authenticate': challenge,
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      });
    }
  });

  test('decide who is anonymous where credentials are optional', async () => {
    const { send } = await serve({ securitySchemes: schemes });
    expect((await send('/open')).status).toBe(200);
    expect((await send(`/open${good[0]}`, { headers: good[1] })).status).toBe(200);
    expect((await send(`/open${bad[0]}`, { headers: bad[1] })).status).toBe(401);
    const isInAuthorization = JSON.stringify(schemes).includes('http');
    const other = await send('/open', { headers: { authorization: 'Digest bad', cookie: 'theme=bad' } });
    expect(other.status).toBe(isInAuthorization ? 401 : 200);
  });

  test('are those of OpenAPI', async () => {
    const { document } = await serve({ securitySchemes: schemes });
    expect(document.components.securitySchemes).toEqual(schemes);
    expect(document.paths['/name']!.get.security).toEqual(Object.keys(schemes).map((name) => ({ [name]: [] })));
    expect(document.paths['/open']!.get.security).toEqual([
      {},
      ...Object.keys(schemes).map((name) => ({ [name]: [] })),
    ]);
    expect(document.info.description).toMatch(`Requests carry ${carry} where an endpoint requires it;`);
    expect(document.components.responses.Unauthenticated.content['application/json'].example).toEqual({ error });
    expect(validateOpenApi({ ...document })).toEqual([]);
  });

  test('are what a kept response varies by', async () => {
    const names = Object.values(schemes).flatMap((scheme) =>
      scheme.type === 'http' ? 'Authorization' : { header: scheme.name, cookie: 'Cookie', query: [] }[scheme.in],
    );
    const [query, headers] = good;
    const vary = ['Accept', ...names].join(', ');
    const { send } = await serve({ securitySchemes: schemes });
    expect((await send(`/open${query}`, { headers })).headers.get('vary')).toBe(vary);
  });
});

test('a scope that is missing has a challenge of tokens alone', async () => {
  const headers = { authorization: 'Bearer good', 'x-api-key': 'good' };
  const challengeOf = async (securitySchemes: SecuritySchemes) => {
    const { status, headers: sent } = await (await serve({ securitySchemes })).send('/secret', { headers });
    return [status, sent.get('www-authenticate')];
  };
  expect(await challengeOf({ key: KEY, token: BEARER })).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="secrets"',
  ]);
  expect(await challengeOf({ key: KEY })).toEqual([403, null]);
});

test('no link repeats a key of the query', async () => {
  const { send } = await serve({ securitySchemes: { key: QUERY } });
  const { status, headers } = await send('/items?limit=1&offset=0&api_key=good');
  expect([status, headers.get('link')]).toEqual([200, expect.stringContaining('offset=1')]);
  expect(headers.get('link')).not.toContain('api_key');
});

test('pages of other origins may send the header of a key, and no Cookie', async () => {
  const cors = { origins: ['https://app.example.com'] };
  const { send } = await serve({ securitySchemes: { key: KEY, session: COOKIE } }, { cors });
  const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' };
  const allowed = (await send('/name', { method: 'OPTIONS', headers })).headers.get('access-control-allow-headers')!;
  expect(allowed.split(', ')).toContain('X-Api-Key');
  expect(allowed.split(', ')).not.toContain('Cookie');
});

describe('with a cookie as credentials, a form', () => {
  const from = async (headers: Record<string, string>, type = 'application/x-www-form-urlencoded') => {
    const { send } = await serve(
      { securitySchemes: { session: COOKIE } },
      { cors: { origins: ['https://app.example'] } },
    );
    const body = type === 'application/json' ? '{}' : 'to=Eve';
    const all = { cookie: 'sid=good', 'content-type': type, ...headers };
    return send('/rename', { method: 'POST', headers: all, body });
  };
  test.each<[string, Record<string, string>]>([
    ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of a sibling of the site', { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' }],
    ['of another origin, in a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['of an opaque origin', { origin: 'null' }],
  ])('%s is refused', async (_, headers) => {
    const message = `A form with cookies is not accepted from ${headers['origin']}; allowed origins are those of CORS.`;
    expect(await from(headers)).toMatchObject({ status: 403, body: JSON.stringify({ error: message }) });
    expect(await from(headers, 'text/plain')).toMatchObject({ status: 403 });
  });
  test.each<[string, Record<string, string>]>([
    ['of the API itself', { origin: 'http://another.example', 'sec-fetch-site': 'same-origin' }],
    ['of an origin of CORS', { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }],
    ['of no browser', {}],
    ['of another site without the cookie', { origin: 'https://evil.example', cookie: 'x=1', authorization: 'good' }],
  ])('%s is accepted', async (_, headers) => {
    expect(await from(headers)).toMatchObject({ status: 200 });
  });
  test('is no JSON, for which browsers ask first', async () => {
    expect(await from({ origin: 'https://evil.example' }, 'application/json')).toMatchObject({ status: 200 });
  });
});

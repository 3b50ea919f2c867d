// Which callers an endpoint lets in, by its `auth`, the credentials of the request and what it selects: in process, where a host
// authenticates, and in a façade with an issuer. What is refused has executed nothing.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GraphQLObjectType, buildSchema, graphqlSync } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type PorticoOptions, createPortico } from '../../src/gateway/index.ts';
import { SPEC_SECRET, signToken } from '../promises/support/signToken.ts';
import { stubUpstream } from '../support/stubUpstream.ts';
import { folderOf } from '../vocabulary/support/toy.ts';
import { openFacade } from './facade/support/openFacade.ts';

type Presence = 'NONE' | 'OPTIONAL' | 'REQUIRED';

const SDL = /* GraphQL */ `
  directive @authenticated on OBJECT | FIELD_DEFINITION
  directive @requiresScopes(scopes: [[String!]!]!) on OBJECT | FIELD_DEFINITION
  type Query {
    post: Post
    echo(text: String!): String
    report: String @requiresScopes(scopes: [["users:read"]])
  }
  type Mutation {
    write(text: String): Post
  }
  type Post {
    text: String
    tags: [String!]!
    draft: String @authenticated
    author: User
  }
  type User @requiresScopes(scopes: [["users:read"]]) {
    name: String
  }
`;

/** The subjects of the callers that resolvers were executed for, null for an anonymous one. */
const executedFor: unknown[] = [];
const schema = buildSchema(SDL);
const post = { text: 'hi', tags: ['a'], draft: 'd', author: { name: 'Ann' } };
const resolvers: Record<string, unknown> = { post, echo: 'hi', report: 'hi', write: post };
for (const type of [schema.getQueryType(), schema.getMutationType()] as GraphQLObjectType[]) {
  for (const field of Object.values(type.getFields())) {
    field.resolve = (_, __, { caller }: { caller: { subject: string } | null }) => {
      executedFor.push(caller && caller.subject);
      return resolvers[field.name];
    };
  }
}

/** What an endpoint selects, the target of the request, and how many operations it executes. */
const SHAPES = {
  plain: ['query NAME ENDPOINT { post { text } }', '', 1],
  'plain, restricted': ['query NAME ENDPOINT { report }', '', 1],
  expanded: [
    'query NAME($t: Boolean = false @expand(name: "x")) ENDPOINT { post { text tags @include(if: $t) } }',
    '?expand=x',
    1,
  ],
  'expanded, @authenticated': [
    'query NAME($t: Boolean = false @expand(name: "x")) ENDPOINT { post { text draft @include(if: $t) } }',
    '?expand=x',
    1,
  ],
  'not expanded, restricted': [
    'query NAME($t: Boolean = false @expand(name: "x")) ENDPOINT { post { text author @include(if: $t) { name } } }',
    '',
    1,
  ],
  'expanded, restricted': [
    'query NAME($t: Boolean = false @expand(name: "x")) ENDPOINT { post { text author @include(if: $t) { name } } }',
    '?expand=x',
    1,
  ],
  lookup: [
    'query l { post { text @export(as: "text") } } query NAME($text: String!) ENDPOINT { echo(text: $text) }',
    '',
    2,
  ],
  'lookup, restricted': [
    'query l { report @export(as: "text") } query NAME($text: String!) ENDPOINT { echo(text: $text) }',
    '',
    2,
  ],
} as const;
type Shape = keyof typeof SHAPES;

/** The statuses of a request without credentials, with bad ones, without the scope, with the scope; or refused at startup. */
const MATRIX: readonly [Presence, Shape, string][] = [
  ['NONE', 'plain', '200 200 200 200'],
  ['NONE', 'plain, restricted', 'refused'],
  ['NONE', 'expanded', '200 200 200 200'],
  ['NONE', 'expanded, @authenticated', 'refused'],
  ['NONE', 'not expanded, restricted', 'refused'],
  ['NONE', 'expanded, restricted', 'refused'],
  ['NONE', 'lookup', '200 200 200 200'],
  ['NONE', 'lookup, restricted', 'refused'],
  ['OPTIONAL', 'plain', '200 401 200 200'],
  ['OPTIONAL', 'plain, restricted', 'refused'],
  ['OPTIONAL', 'expanded', '200 401 200 200'],
  ['OPTIONAL', 'expanded, @authenticated', '401 401 200 200'],
  ['OPTIONAL', 'not expanded, restricted', '200 401 200 200'],
  ['OPTIONAL', 'expanded, restricted', '401 401 403 200'],
  ['OPTIONAL', 'lookup', '200 401 200 200'],
  ['OPTIONAL', 'lookup, restricted', 'refused'],
  ['REQUIRED', 'plain', '401 401 200 200'],
  ['REQUIRED', 'plain, restricted', '401 401 403 200'],
  ['REQUIRED', 'expanded', '401 401 200 200'],
  ['REQUIRED', 'expanded, @authenticated', '401 401 200 200'],
  ['REQUIRED', 'not expanded, restricted', '401 401 200 200'],
  ['REQUIRED', 'expanded, restricted', '401 401 403 200'],
  ['REQUIRED', 'lookup', '401 401 200 200'],
  ['REQUIRED', 'lookup, restricted', '401 401 403 200'],
];

const nameOf = (auth: Presence, shape: Shape) => `${auth}-${shape}`.replaceAll(/\W+/g, '_');
const documentOf = (auth: Presence, shape: Shape) =>
  SHAPES[shape][0]
    .replace('ENDPOINT', `@endpoint(method: GET, path: "/${nameOf(auth, shape)}", auth: ${auth})`)
    .replace('NAME', nameOf(auth, shape));
const served = MATRIX.filter(([, , statuses]) => statuses !== 'refused');
const documents = Object.fromEntries(
  served.map(([auth, shape]) => [`${nameOf(auth, shape)}.graphql`, documentOf(auth, shape)]),
);
Object.assign(documents, {
  'replace.graphql':
    'mutation replace($text: String) @endpoint(method: PUT, path: "/post", auth: NONE) { write(text: $text) { text } }',
  'read.graphql': 'query read @endpoint(method: GET, path: "/post", maxAge: 1) { post { text } }',
  'change.graphql':
    'mutation change($text: String) @endpoint(method: PUT, path: "/open") { write(text: $text) { text } }',
  'open.graphql': 'query open @endpoint(method: GET, path: "/open", auth: NONE, maxAge: 1) { post { text } }',
});

/** The headers that the host was handed. */
const handed: unknown[] = [];
const authenticate: PorticoOptions['authenticate'] = async ({ authorization }) => {
  handed.push(authorization);
  const [scheme, token] = authorization?.split(' ') ?? [];
  return scheme === 'Session' && token !== 'bad' ? { subject: 'ada', scopes: [token!] } : null;
};

async function openLibrary(options: Partial<PorticoOptions>) {
  const { handler } = createPortico({ schema, ...options });
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => void server.close().closeAllConnections(),
  };
}

const folder = folderOf(
  Object.fromEntries(Object.entries(documents).map(([name, text]) => [`v1/${name}`, text as string])),
);
const library = await openLibrary({ endpoints: folder, authenticate });
const stub = await stubUpstream();
stub.answer = ({ body, headers }) => {
  const caller = headers.authorization === undefined ? null : { subject: headers.authorization };
  const { query: source, variables: variableValues } = body;
  return { body: graphqlSync({ schema, source, variableValues, contextValue: { caller } }) };
};
const facade = await openFacade({
  upstream: stub,
  sdl: SDL,
  files: documents,
  env: { AUTH_SECRET: SPEC_SECRET },
});
const trusting = await openFacade({ upstream: stub, sdl: SDL, files: documents });
afterAll(async () => {
  await Promise.all([library.close(), facade.close(), trusting.close(), stub.close()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  executedFor.length = 0;
  handed.length = 0;
  facade.logged.length = 0;
});

const jwt = async (scope: string) => `Bearer ${await signToken({ scope, sub: 'ada' })}`;
/** No credentials, bad ones, without the scope, with the scope. */
const CREDENTIALS = {
  'in process': [undefined, 'Session bad', 'Session other', 'Session users:read'],
  'in a façade': [undefined, 'Bearer bad', await jwt('other'), await jwt('users:read')],
} as const;

/** What a test looks at. Status and body are whole; a challenge has the description of a token that is not valid left out. */
async function send(url: string, authorization: string | undefined, init: RequestInit = {}) {
  const headers = { ...(authorization !== undefined && { authorization }), ...(init.headers as object) };
  const response = await fetch(url, { ...init, headers });
  const challenge = response.headers.get('www-authenticate');
  return {
    status: response.status,
    challenge: challenge?.replace(/, error_description=.*/, '') ?? null,
    body: (await response.json()) as unknown,
  };
}

describe.each(['in process', 'in a façade'] as const)('%s,', (mode) => {
  const { url } = mode === 'in process' ? library : facade;
  const invalid = mode === 'in process' ? '' : ', error="invalid_token"';

  describe.each(served)('%s, %s:', (auth, shape, statuses) => {
    const [, query, operations] = SHAPES[shape];
    const cases = ['without credentials', 'with bad ones', 'without the scope', 'with the scope'].map(
      (what, index) => [what, Number(statuses.split(' ')[index]), index] as const,
    );
    test.each(cases)('%s %i', async (_, status, index) => {
      const authorization = CREDENTIALS[mode][index];
      const { body, ...reply } = await send(`${url}/v1/${nameOf(auth, shape)}${query}`, authorization);
      const challenges: Record<number, string> = {
        401: `Bearer realm="portico"${index === 1 ? invalid : ''}`,
        403: 'Bearer error="insufficient_scope", scope="users:read"',
      };
      expect(reply).toEqual({ status, challenge: challenges[status] ?? null });
      if (status !== 200) {
        expect(body).toEqual({ error: expect.any(String) });
        expect(executedFor).toEqual([]);
        return;
      }
      const isAnonymous = auth === 'NONE' || authorization === undefined;
      const subject = mode === 'in process' ? 'ada' : authorization;
      expect(executedFor).toEqual(Array.from({ length: operations }, () => (isAnonymous ? null : subject)));
    });
  });
});

test.each(MATRIX.filter(([, , statuses]) => statuses === 'refused'))('%s, %s: refused at startup', (auth, shape) => {
  const own = folderOf({ 'v1/a.graphql': documentOf(auth, shape) });
  const start = () => createPortico({ schema, endpoints: own, authenticate });
  expect(start).toThrow(/"\w+" .*(is @authenticated|requires scopes), so an anonymous caller never gets an answer\./);
  rmSync(own, { recursive: true });
});

describe('the host is handed the header', () => {
  test.each([
    [nameOf('REQUIRED', 'plain'), 'session ada', ['session ada']],
    [nameOf('REQUIRED', 'plain'), undefined, [undefined]],
    [nameOf('OPTIONAL', 'plain'), 'bearer  x', ['bearer  x']],
    [nameOf('OPTIONAL', 'plain'), undefined, []],
    [nameOf('NONE', 'plain'), 'Session users:read', []],
  ])('of %s as it was sent: %j', async (path, authorization, expected) => {
    await send(`${library.url}/v1/${path}`, authorization);
    expect(handed).toEqual(expected);
  });

  test('in the scheme of the conventions as well, and the challenge has it', async () => {
    const own = folderOf({
      'v1/a.graphql': 'query a @endpoint(method: GET, path: "/a") { post { text } }',
      'conventions.json': '{"auth":{"scheme":"Token"}}',
    });
    const server = await openLibrary({ endpoints: own, authenticate });
    const refused = await send(`${server.url}/v1/a`, 'token x');
    await server.close();
    rmSync(own, { recursive: true });
    expect(handed).toEqual(['token x']);
    expect(refused).toEqual({
      status: 401,
      challenge: 'Token realm="portico"',
      body: { error: 'Valid credentials are required in the Authorization header.' },
    });
  });
});

test('a host that knows callers without the header lets them in where a caller is required', async () => {
  const server = await openLibrary({ endpoints: folder, authenticate: () => ({ subject: 'cookie', scopes: [] }) });
  const replies = [
    await send(`${server.url}/v1/${nameOf('REQUIRED', 'plain')}`, undefined),
    await send(`${server.url}/v1/${nameOf('OPTIONAL', 'plain')}`, undefined),
  ];
  await server.close();
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(executedFor).toEqual(['cookie', null]);
});

describe('an anonymous caller', () => {
  test('is refused before the media type is negotiated', async () => {
    const headers = { accept: 'text/html' };
    const path = `${nameOf('OPTIONAL', 'expanded, restricted')}?expand=x`;
    expect((await send(`${library.url}/v1/${path}`, undefined, { headers })).status).toBe(401);
    expect((await send(`${library.url}/v1/${path}`, 'Session users:read', { headers })).status).toBe(406);
  });

  test('gets what it lists of an object that has more for callers', async () => {
    const own = folderOf({
      'v1/a.graphql': 'query a @endpoint(method: GET, path: "/a", auth: OPTIONAL) { post @fields { text draft } }',
    });
    const server = await openLibrary({ endpoints: own, authenticate });
    const listed = await send(`${server.url}/v1/a?fields=text`, undefined);
    const whole = await send(`${server.url}/v1/a`, undefined);
    await server.close();
    rmSync(own, { recursive: true });
    expect([listed.status, listed.body, whole.status]).toEqual([200, { text: 'hi' }, 401]);
    expect(executedFor).toEqual([null]);
  });

  test('has no subject in the log, and a known one has', async () => {
    const path = nameOf('OPTIONAL', 'plain');
    for (const authorization of [undefined, await jwt('other')]) await send(`${facade.url}/v1/${path}`, authorization);
    await send(`${facade.url}/v1/${nameOf('NONE', 'plain')}`, await jwt('other'));
    expect(facade.logged.map(({ subject }) => subject)).toEqual([undefined, 'ada', undefined]);
  });
});

describe('the precondition of a write', () => {
  const put = (headers: Record<string, string>) => ({
    method: 'PUT',
    body: '{"text":"x"}',
    headers: { 'content-type': 'application/json', ...headers },
  });
  test('needs a caller where reading does, although writing does not', async () => {
    expect((await send(`${library.url}/v1/post`, undefined, put({ 'if-match': '"x"' }))).status).toBe(401);
    expect(executedFor).toEqual([]);
    expect((await send(`${library.url}/v1/post`, undefined, put({}))).status).toBe(200);
  });
  test('is read without the caller where reading is', async () => {
    const url = `${library.url}/v1/open`;
    expect((await send(url, 'Session users:read', put({ 'if-match': '"x"' }))).status).toBe(412);
    expect(executedFor).toEqual([null]);
  });
});

describe('where nothing authenticates', () => {
  test.each<[Presence, string | undefined]>([
    ['NONE', undefined],
    ['NONE', 'Basic x'],
    ['OPTIONAL', 'Basic x'],
    ['REQUIRED', undefined],
    ['REQUIRED', 'Basic x'],
  ])('%s changes nothing: a façade without an issuer forwards %j', async (auth, authorization) => {
    expect((await send(`${trusting.url}/v1/${nameOf(auth, 'plain')}`, authorization)).status).toBe(200);
    expect(executedFor).toEqual([authorization ?? null]);
  });
});

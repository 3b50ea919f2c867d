import { describe, expect, test } from 'vitest';
import type { Presence } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import type { ScopeRule } from '../../../../src/gateway/plan/ScopeRule.ts';
import type { RestRequest } from '../../../../src/gateway/handle/read/RestRequest.ts';
import { authenticate, requireCaller, requireScopes } from '../../../../src/gateway/handle/run/checkCaller.ts';
import { seen, toyEngine } from '../../../vocabulary/support/toy.ts';
import { endpointOf, versionOf } from '../support/plans.ts';
import { runtimeOf } from '../support/runtimeOf.ts';

const author = { variable: 'author', leftOutWhen: false, defaultValue: false };
const ofAuthors: ScopeRule[] = [{ anyOf: [[]], when: [author] }];

const ada = { subject: 'ada', scopes: new Set(['a']), claims: {}, authorization: 'x' };
const UNAUTHENTICATED = { code: 'UNAUTHENTICATED', headers: { 'www-authenticate': 'Bearer realm="toy"' } };

const requestWith = (authorization: string | undefined) =>
  ({ headers: { ...(authorization !== undefined && { authorization }) }, requestId: 'r1' }) as RestRequest;

/** The caller, and what the authenticator was handed; it knows the header `x`, and a request without one as `cookie`. */
async function callerOf(auth: Presence, authorization: string | undefined, withoutHeader: typeof ada | null = null) {
  const handed: unknown[] = [];
  const runtime = runtimeOf([], () => ({ data: {} }), {
    authenticate: async (header, scheme, { requestId }) => {
      handed.push([header, scheme, requestId]);
      if (header === undefined) return withoutHeader;
      return header === 'x' ? ada : null;
    },
  });
  const version = versionOf({ conventions: { auth: { scheme: 'Token', default: 'REQUIRED' } } });
  const found = authenticate(runtime, { plan: endpointOf({ auth }), version }, requestWith(authorization));
  const caller = await Promise.resolve(found).catch((error: unknown) => error);
  return { caller, handed };
}

describe('authenticate', () => {
  test.each<[Presence, string | undefined, unknown, unknown[]]>([
    ['REQUIRED', 'x', ada, [['x', 'Token', 'r1']]],
    ['REQUIRED', 'bad', expect.objectContaining(UNAUTHENTICATED), [['bad', 'Token', 'r1']]],
    ['REQUIRED', '', expect.objectContaining(UNAUTHENTICATED), [['', 'Token', 'r1']]],
    ['REQUIRED', undefined, expect.objectContaining(UNAUTHENTICATED), [[undefined, 'Token', 'r1']]],
    ['OPTIONAL', 'x', ada, [['x', 'Token', 'r1']]],
    ['OPTIONAL', 'bad', expect.objectContaining(UNAUTHENTICATED), [['bad', 'Token', 'r1']]],
    ['OPTIONAL', '', expect.objectContaining(UNAUTHENTICATED), [['', 'Token', 'r1']]],
    ['OPTIONAL', undefined, null, []],
    ['NONE', 'x', null, []],
    ['NONE', 'bad', null, []],
    ['NONE', undefined, null, []],
  ])('under %s, the header %j', async (auth, authorization, caller, handed) => {
    expect(await callerOf(auth, authorization)).toEqual({ caller, handed });
  });

  test('a host may know the caller of a request without the header, but where it is optional there is none', async () => {
    expect((await callerOf('REQUIRED', undefined, ada)).caller).toBe(ada);
    expect((await callerOf('OPTIONAL', undefined, ada)).caller).toBe(null);
  });

  test.each<Presence>(['NONE', 'OPTIONAL', 'REQUIRED'])(
    'where nothing authenticates, %s changes nothing',
    async (auth) => {
      const runtime = runtimeOf([], () => ({ data: {} }));
      const endpoint = { plan: endpointOf({ auth }), version: versionOf() };
      const anybody = { subject: '', scopes: new Set(), claims: {} };
      expect(await authenticate(runtime, endpoint, requestWith('Bearer x'))).toEqual({
        ...anybody,
        authorization: 'Bearer x',
      });
      expect(await authenticate(runtime, endpoint, requestWith(undefined))).toEqual({ ...anybody, authorization: '' });
    },
  );
});

const runtime = runtimeOf([], () => ({ data: {} }));
const nobody = { subject: '', scopes: new Set<string>(), claims: {}, authorization: '' };

describe('requireCaller', () => {
  test.each<[Presence, object, boolean]>([
    ['REQUIRED', {}, false],
    ['REQUIRED', { author: true }, false],
    ['OPTIONAL', {}, true],
    ['OPTIONAL', { author: true }, false],
  ])('an anonymous nobody under %s with %j passes: %s', (auth, variables, passes) => {
    const plan = endpointOf({ auth, scopes: ofAuthors });
    const check = () => requireCaller(runtime, null, { plan, version: versionOf() }, variables as never);
    if (passes) return expect(check).not.toThrow();
    return expect(check).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED', headers: { 'www-authenticate': 'Bearer realm="toy"' } }),
    );
  });

  test('a nobody always passes', () => {
    const endpoint = { plan: endpointOf({ scopes: ofAuthors }), version: versionOf() };
    expect(() => requireCaller(runtime, nobody, endpoint, { author: true })).not.toThrow();
  });
});

describe('requireScopes', () => {
  const RULES: ScopeRule[] = [
    { anyOf: [['books:read'], ['admin']], when: [] },
    { anyOf: [['authors:read']], when: [{ variable: 'author', leftOutWhen: false, defaultValue: false }] },
  ];
  const caller = (...scopes: string[]) => ({ subject: 'me', scopes: new Set(scopes), claims: {}, authorization: '' });

  test.each([
    [['books:read'], {}],
    [['admin'], { author: false }],
    [['books:read', 'authors:read'], { author: true }],
  ])('the scopes %j allow %j', (scopes, variables) => {
    expect(() => requireScopes(RULES, caller(...scopes), variables)).not.toThrow();
  });

  test.each<[string[], object, string]>([
    [[], {}, 'The scope "books:read" or "admin" is required.'],
    [['books:read'], { author: true }, 'The scope "authors:read" is required.'],
  ])('the scopes %j do not allow %j: %s', (scopes, variables, message) => {
    expect(() => requireScopes(RULES, caller(...scopes), variables as never)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message }),
    );
  });

  test('a scope is required only where expand reaches', async () => {
    const toy = toyEngine({
      'v1/getBook.graphql': `query getBook($id: SafeInt!, $author: Boolean = false @expand)
      @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { id author @include(if: $author) { name } } }`,
    });
    expect((await toy.send('GET /v1/books/1', { scopes: 'none' })).status).toBe(200);
    const refused = await toy.send('GET /v1/books/1?expand=author', { scopes: 'none' });
    expect(seen(refused)).toEqual([403, { error: 'The scope "authors:read" is required.' }]);
    expect((await toy.send('GET /v1/books/1?expand=%61uthor', { scopes: 'none' })).status).toBe(403);
  });

  describe('what a parameter includes is required always, as it is read later', () => {
    test.each([
      [
        'the query, with @include',
        'query a($id: SafeInt!, $w: Boolean = false) @endpoint(method: GET, path: "/a/{id}") { book(id: $id) { id author @include(if: $w) { name } } }',
        'GET /v1/a/1?w=true',
        undefined,
      ],
      [
        'the query, with @skip',
        'query a($id: SafeInt!, $w: Boolean = true) @endpoint(method: GET, path: "/a/{id}") { book(id: $id) { id author @skip(if: $w) { name } } }',
        'GET /v1/a/1?w=false',
        undefined,
      ],
      [
        'the headers',
        'query a($id: SafeInt!, $w: Boolean = false @param(in: HEADER, name: "x-w")) @endpoint(method: GET, path: "/a/{id}") { book(id: $id) { id author @include(if: $w) { name } } }',
        'GET /v1/a/1',
        { headers: { 'x-w': 'true' } },
      ],
      [
        'the body',
        'mutation a($title: String!, $w: Boolean = false) @endpoint(method: POST, path: "/a") { addBook(input: { title: $title }) { id author @include(if: $w) { name } } }',
        'POST /v1/a',
        { body: '{"title":"A","w":true}' },
      ],
    ])('of %s', async (_, document, line, options) => {
      const own = toyEngine({ 'v1/a.graphql': document });
      const refused = await own.send(line, { ...options, scopes: 'books:write' });
      expect(seen(refused)).toEqual([403, { error: 'The scope "authors:read" is required.' }]);
      expect(own.trace.executions).toBe(0);
      expect((await own.send(line, { ...options, scopes: 'books:write authors:read' })).status).toBe(200);
      expect(JSON.stringify(own.openApi.get('/v1/openapi.json'))).toMatch(/"x-scopes":\[[^x]*"authors:read"/);
    });
  });

  test.each(['[CURSOR, OFFSET]', '[OFFSET, CURSOR]', '[CURSOR, PAGE]'])(
    'a scope of the count is required in every style of a list of %s',
    async (styles) => {
      const counted = toyEngine({
        'v1/a.graphql': `query list @endpoint(method: GET, path: "/a") { counted @paginate(styles: ${styles}) { nodes { id } } }`,
      });
      for (const scopes of ['none', 'books:count']) {
        expect((await counted.send('GET /v1/a?cursor=', { scopes })).status).toBe(scopes === 'none' ? 403 : 200);
      }
      expect(JSON.stringify(counted.openApi.get('/v1/openapi.json'))).toContain('"x-scopes":[["books:count"]]');
    },
  );
});

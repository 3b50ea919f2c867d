import { expect, test } from 'vitest';
import type { Presence } from '../../../../src/gateway/conventions/Conventions.ts';
import { authenticate } from '../../../../src/gateway/runtime/authenticate.ts';
import { endpointOf, versionOf } from './support/plans.ts';
import { runtimeOf } from './support/runtimeOf.ts';

const ada = { subject: 'ada', scopes: new Set(['a']), claims: {}, authorization: 'x' };
const UNAUTHENTICATED = { code: 'UNAUTHENTICATED', headers: { 'www-authenticate': 'Bearer realm="toy"' } };

/** The caller, and what the authenticator was handed; it knows the header `x`, and a request without one as `cookie`. */
async function callerOf(auth: Presence, authorization: string | undefined, withoutHeader: typeof ada | null = null) {
  const handed: unknown[] = [];
  const runtime = runtimeOf([], () => ({ data: {} }), {
    authenticate: async (...given) => {
      handed.push(given);
      if (given[0] === undefined) return withoutHeader;
      return given[0] === 'x' ? ada : null;
    },
  });
  const version = versionOf({ conventions: { auth: { scheme: 'Token', default: 'REQUIRED' } } });
  const found = authenticate(runtime, { plan: endpointOf({ auth }), version }, authorization);
  const caller = await Promise.resolve(found).catch((error: unknown) => error);
  return { caller, handed };
}

test.each<[Presence, string | undefined, unknown, unknown[]]>([
  ['REQUIRED', 'x', ada, [['x', 'Token']]],
  ['REQUIRED', 'bad', expect.objectContaining(UNAUTHENTICATED), [['bad', 'Token']]],
  ['REQUIRED', '', expect.objectContaining(UNAUTHENTICATED), [['', 'Token']]],
  ['REQUIRED', undefined, expect.objectContaining(UNAUTHENTICATED), [[undefined, 'Token']]],
  ['OPTIONAL', 'x', ada, [['x', 'Token']]],
  ['OPTIONAL', 'bad', expect.objectContaining(UNAUTHENTICATED), [['bad', 'Token']]],
  ['OPTIONAL', '', expect.objectContaining(UNAUTHENTICATED), [['', 'Token']]],
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
    expect(await authenticate(runtime, endpoint, 'Bearer x')).toEqual({ ...anybody, authorization: 'Bearer x' });
    expect(await authenticate(runtime, endpoint, undefined)).toEqual({ ...anybody, authorization: '' });
  },
);

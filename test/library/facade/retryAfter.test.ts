// Retry-After is only where a retry is safe: after a refusal that had no effect. See RFC 9110, section 10.2.3.
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type StubAnswer, stubUpstream } from '../../support/stubUpstream.ts';
import { openPortico } from './support/openPortico.ts';

const stub = await stubUpstream();
const facade = await openPortico({
  upstream: stub,
  sdl: `type Query { count: Int! }
    type Mutation { add: Added }
    type Added { id: Int!, owner: String }`,
  files: {
    'conventions.json': JSON.stringify({ errors: { codes: { THROTTLED: 429, MAINTENANCE: 503, LARGE: 413 } } }),
    'count.graphql': 'query count @endpoint(method: GET, path: "/count") { count }',
    'add.graphql': 'mutation add @endpoint(method: POST, path: "/add", status: 200) { add { id owner } }',
  },
});
afterAll(async () => {
  await facade.close();
  await stub.close();
});

async function send(method: 'GET' | 'POST', answer: StubAnswer) {
  stub.answer = () => ({ ...answer, headers: { 'retry-after': '17', ...answer.headers } });
  const { status, headers } = await facade.send(method === 'GET' ? '/v1/count' : '/v1/add', { method });
  return [status, headers.get('retry-after')];
}

const failed = (code: string, path?: string[], data: object | null = null) => ({
  data,
  errors: [{ message: 'no', extensions: { code }, ...(path && { path }) }],
});

describe('a refusal of the upstream, which had no effect, keeps its Retry-After', () => {
  test.each<[string, StubAnswer, number]>([
    ['429', { status: 429, body: '' }, 429],
    ['503', { status: 503, body: '' }, 503],
    ['RATE_LIMITED', { body: failed('RATE_LIMITED') }, 429],
    ['RATE_LIMITED at the root field', { body: failed('RATE_LIMITED', ['add'], { add: null }) }, 429],
    ['UNAVAILABLE', { body: failed('UNAVAILABLE') }, 503],
    ['a code that the conventions map to 413', { body: failed('LARGE') }, 413],
    ['a code that the conventions map to 429', { body: failed('THROTTLED') }, 429],
    ['a code that the conventions map to 503', { body: failed('MAINTENANCE') }, 503],
  ])('%s', async (_, answer, status) => {
    expect(await send('GET', answer)).toEqual([status, '17']);
    expect(await send('POST', answer)).toEqual([status, '17']);
  });
});

describe('a mutation that may have taken effect is 500 without Retry-After', () => {
  test.each<[string, StubAnswer]>([
    ['an invalid response behind the upstream', { body: failed('BAD_GATEWAY') }],
    ['an unavailable field of the result', { body: failed('UNAVAILABLE', ['add', 'owner'], { add: { id: 1 } }) }],
    ['a limit for a field of the result', { body: failed('RATE_LIMITED', ['add', 'owner'], { add: { id: 1 } }) }],
    ['a limit of the conventions for it', { body: failed('THROTTLED', ['add', 'owner'], { add: { id: 1 } }) }],
    ['a limit for the id of the result', { body: failed('RATE_LIMITED', ['add', 'id'], { add: null }) }],
  ])('%s', async (_, answer) => {
    expect(await send('POST', answer)).toEqual([500, null]);
  });
});

describe('other errors have no Retry-After, whatever the upstream sends', () => {
  test.each<[string, StubAnswer, number]>([
    ['a timeout', { status: 504, body: '' }, 504],
    ['TIMEOUT', { body: failed('TIMEOUT') }, 504],
    ['BAD_GATEWAY', { body: failed('BAD_GATEWAY') }, 502],
    ['CONFLICT', { body: failed('CONFLICT') }, 409],
    ['NOT_FOUND', { body: failed('NOT_FOUND', ['count']) }, 404],
    ['an internal failure', { body: failed('INTERNAL_SERVER_ERROR') }, 500],
    ['a refusal of credentials', { status: 401, body: '' }, 401],
  ])('%s', async (_, answer, status) => {
    expect(await send('GET', answer)).toEqual([status, null]);
  });
});

describe('the value is a number of seconds, as the OpenAPI document says', () => {
  test.each([
    ['120', '120'],
    ['0', '0'],
    ['999999999', '999999999'],
    [new Date(0).toUTCString(), '0'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '0'],
    ['Sun Nov  6 08:49:37 1994', '0'],
    ['soon', '1'],
    ['-5', '1'],
    ['1.5', '1'],
    ['', '1'],
    ['1e3', '1'],
    ['1234567890', '1'],
    ['120, 120', '1'],
    ['2026-11-22', '1'],
    ['Sun, 99 Foo 1994 08:49:37 GMT', '1'],
  ])('%j of the upstream is %s', async (given, expected) => {
    const headers = { 'retry-after': given };
    expect(await send('GET', { status: 503, body: '', headers })).toEqual([503, expected]);
    expect(await send('POST', { body: failed('THROTTLED'), headers })).toEqual([429, expected]);
  });
  test('which begins, for a date, with the second that has begun', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('1994-11-06T08:49:30.500Z') });
    const headers = { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' };
    expect(await send('GET', { status: 503, body: '', headers })).toEqual([503, '7']);
    vi.useRealTimers();
  });
});

import { toUSVString } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Conventions } from '../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import { type Problem, ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import { renderError } from '../../../src/gateway/handle/renderError.ts';

const PROBLEM = 'application/problem+json';
const conventionsOf = (errors: Partial<Conventions['errors']>, scheme = 'Bearer'): Conventions => ({
  ...DEFAULT_CONVENTIONS,
  errors: { ...DEFAULT_CONVENTIONS.errors, ...errors },
  auth: { ...DEFAULT_CONVENTIONS.auth, scheme },
});
const json = ({ body }: { body: unknown }): unknown => JSON.parse(String(body));
const problems: Problem[] = [
  { field: 'n', message: 'is odd', code: 'ODD' },
  { field: '', message: 'is empty' },
];

test('an error is JSON with the headers of every error, and its own', () => {
  const error = new ServiceError('UNAVAILABLE', 'Laté.', { headers: { 'retry-after': '3' } });
  expect(renderError(error, undefined, 'id-1')).toEqual({
    status: 503,
    headers: {
      'content-type': 'application/json',
      'content-length': '18',
      vary: 'Accept',
      'cache-control': 'private, no-store',
      'retry-after': '3',
    },
    body: '{"error":"Laté."}',
  });
});

test('a client that prefers it receives a problem document', () => {
  const reply = renderError(new ServiceError('CONFLICT', 'It is taken.', { problems }), PROBLEM, 'id-1');
  expect(reply.headers).toMatchObject({
    'content-type': PROBLEM,
    'content-length': String(Buffer.byteLength(String(reply.body))),
  });
  expect(json(reply)).toEqual({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'It is taken.',
    code: 'CONFLICT',
    requestId: 'id-1',
    errors: [{ field: 'n', message: 'is odd', code: 'ODD' }, { message: 'is empty' }],
  });
  expect(json(renderError(ServiceError.of('X', 499, 'Gone.'), PROBLEM, 'id-1'))).toMatchObject({
    title: 'Error',
    status: 499,
    errors: [{ message: 'Gone.' }],
  });
});

describe('the status', () => {
  test.each<[string, ServiceError, Partial<Conventions['errors']>, number]>([
    ['that of its code', new ServiceError('BAD_USER_INPUT', 'x'), {}, 400],
    ['that of its code in the conventions', new ServiceError('BAD_USER_INPUT', 'x'), { invalid: 422 }, 422],
    ['that of its code in their table', new ServiceError('CONFLICT', 'x'), { codes: { CONFLICT: 410 } }, 410],
    ['its own', ServiceError.of('CONFLICT', 418, 'x'), { codes: { CONFLICT: 410 } }, 418],
    ['its own for an unknown code', ServiceError.of('STALE', 419, 'x'), {}, 419],
  ])('is %s', (_, error, errors, status) => {
    const reply = renderError(error, PROBLEM, 'id-1', conventionsOf(errors));
    expect([reply.status, json(reply)]).toEqual([status, expect.objectContaining({ status })]);
  });
  test('of an error that is none of ours is that of its code, if it has one', () => {
    const details = { status: 400, message: 'x', problems: [], headers: {} };
    expect(renderError({ ...details, code: 'CONFLICT' }, undefined, '').status).toBe(409);
    expect(renderError({ ...details, code: 'OTHER' }, undefined, '').status).toBe(400);
  });
});

test('an error of no resource names none, whatever the names of types', () => {
  const conventions = { ...DEFAULT_CONVENTIONS, enums: { __typename: 'lowercase' as const } };
  expect(renderError(new ServiceError('CONFLICT', 'x'), undefined, '', conventions).body).toBe('{"error":"x"}');
});

test('a challenge has the scheme of the conventions', () => {
  const challenge = (header: string, scheme: string) => {
    const error = new ServiceError('UNAUTHENTICATED', 'Who?', { headers: { 'www-authenticate': header, 'x-a': 'b' } });
    return renderError(error, undefined, 'id-1', conventionsOf({}, scheme)).headers;
  };
  expect(challenge('Bearer realm="a Bearer"', 'Token')).toMatchObject({
    'www-authenticate': 'Token realm="a Bearer"',
    'x-a': 'b',
  });
  expect(challenge('Bearer', '$&')).toMatchObject({ 'www-authenticate': '$&' });
  expect(challenge('Basic', 'Token')).toMatchObject({ 'www-authenticate': 'Basic' });
  expect(
    renderError(new ServiceError('CONFLICT', 'x'), undefined, '', conventionsOf({}, 'Token')).headers,
  ).not.toHaveProperty('www-authenticate');
});

test.each<[unknown, unknown]>([
  [
    { error: '{message}', status: '{status}', id: '{requestId}', code: '{code}!' },
    { error: 'Wrong.', status: 422, id: 'id-1', code: 'BAD_USER_INPUT!' },
  ],
  [
    [{ f: '{field}', c: '{code}' }],
    [
      { f: 'n', c: 'ODD' },
      { f: 'base', c: 'BAD_USER_INPUT' },
    ],
  ],
  ['{message}', 'Wrong.'],
])('the body %j of the conventions is %j', (body, expected) => {
  const error = new ServiceError('BAD_USER_INPUT', 'Wrong.', { problems });
  expect(json(renderError(error, 'application/json', 'id-1', conventionsOf({ body, invalid: 422 })))).toEqual(expected);
});

test('an error has the media type of the conventions, and so has a problem document that is one', () => {
  const typeOf = (mediaType: string, accept?: string) =>
    renderError(new ServiceError('CONFLICT', 'x'), accept, '', conventionsOf({ mediaType })).headers['content-type'];
  expect(typeOf('application/vnd.api+json')).toBe('application/vnd.api+json');
  expect(typeOf('application/vnd.api+json', PROBLEM)).toBe(PROBLEM);
  const own = conventionsOf({
    mediaType: PROBLEM,
    body: { type: '{type}', title: '{title}', 'errors?': ['{message}'] },
  });
  for (const accept of [undefined, PROBLEM]) {
    expect(json(renderError(new ServiceError('CONFLICT', 'x'), accept, '', own))).toEqual({
      type: 'about:blank',
      title: 'Conflict',
    });
  }
});

test('a problem document has the texts of its code', () => {
  const codes = {
    CONFLICT: { status: 422, code: 'taken', type: 'https://a.b/taken', field: 'email', message: 'is taken' },
  };
  const reply = renderError(new ServiceError('CONFLICT', 'It is taken.'), PROBLEM, 'id-1', conventionsOf({ codes }));
  expect(json(reply)).toEqual({
    type: 'https://a.b/taken',
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'is taken',
    code: 'taken',
    requestId: 'id-1',
    errors: [{ field: 'email', message: 'is taken' }],
  });
});

test('a long code is cut', () => {
  const { code } = json(renderError(ServiceError.of('X'.repeat(300), 409, 'x'), PROBLEM, '')) as { code: string };
  expect(code).toBe(`${'X'.repeat(199)}…`);
});

describe('an error has at most 64 KiB', () => {
  const MAX_ERROR_BYTES = 64 * 1024;
  const repeating = {
    title: '{message}',
    all: [{ where: '{field}', what: '{message}' }],
    by: { '{field}': ['{message}'] },
  };
  const units: [string, string][] = [
    ['letters', 'x'],
    ['quotation marks', '"'],
    ['control characters', '\u0001'],
    ['characters of three bytes', '語'],
    ['half surrogate pairs', '\ud800'],
  ];
  test.each(units)('of %s in its problems', (_, unit) => {
    const many = Array.from({ length: 50 }, (__, index) => ({
      field: `${index}${unit.repeat(190)}`,
      message: unit.repeat(200),
    }));
    const error = new ServiceError('BAD_USER_INPUT', unit.repeat(30_000), { problems: many });
    for (const [accept, conventions] of [
      [undefined, DEFAULT_CONVENTIONS],
      [PROBLEM, DEFAULT_CONVENTIONS],
      [undefined, conventionsOf({ body: repeating })],
      [undefined, conventionsOf({ body: Array.from({ length: 20 }, () => '{message}') })],
    ] as const) {
      const { body } = renderError(error, accept, 'id-1', conventions);
      expect(Buffer.byteLength(body!)).toBeLessThanOrEqual(MAX_ERROR_BYTES);
      expect(body).toContain('; and more');
      expect(JSON.parse(String(body))).toBeTypeOf('object');
    }
  });
  test('and says all of what fits', () => {
    const message = 'x'.repeat(20_000);
    expect(json(renderError(new ServiceError('CONFLICT', message), undefined, ''))).toEqual({ error: message });
    const body = ['{message}', '{message}'];
    expect(json(renderError(new ServiceError('CONFLICT', message), undefined, '', conventionsOf({ body })))).toEqual([
      message,
      message,
    ]);
  });
  test('and not one byte more', () => {
    const shown = (filler: number) => {
      const conventions = conventionsOf({ body: { a: '{message}', b: '{message}', c: 'x'.repeat(filler) } });
      const { body } = renderError(new ServiceError('CONFLICT', 'y'.repeat(20_000)), undefined, '', conventions);
      return [Buffer.byteLength(body!), (JSON.parse(String(body)) as { a: string }).a.length];
    };
    expect(shown(25_514)).toEqual([MAX_ERROR_BYTES, 20_000]);
    expect(shown(25_515)[1]).toBeLessThan(20_000);
  });
  test('and cuts no character in two', () => {
    for (const before of ['', 'x']) {
      const error = new ServiceError('CONFLICT', before + '😀'.repeat(20_000));
      const { error: said } = json(renderError(error, undefined, '')) as { error: string };
      expect(said).toMatch(/…; and more$/);
      expect(toUSVString(said)).toBe(said);
    }
  });
  test('and is cut to nothing where a template has no room for it', () => {
    const body = { long: 'x'.repeat(70_000), text: '{message}' };
    const { text } = json(
      renderError(new ServiceError('CONFLICT', 'y'.repeat(99)), undefined, '', conventionsOf({ body })),
    ) as { text: string };
    expect(text).toBe('…; and more');
  });
});

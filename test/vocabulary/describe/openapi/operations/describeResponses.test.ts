import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { OpenApiSettings } from '../../../../../src/gateway/describe/openapi/OpenApiSettings.ts';
import {
  describeErrors,
  describeResponses,
  errorResponses,
} from '../../../../../src/gateway/describe/openapi/operations/describeResponses.ts';
import type { EndpointPlan, UploadPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import type { ErrorMarkers } from '../../../../../src/gateway/plan/ResultPlan.ts';
import { endpointPlan, leaf, pagePlan, versionPlan } from '../../support/plans.ts';

type Responses = Record<string, { headers: Record<string, { $ref: string }>; content?: object }>;

function responsesOf(
  own: Partial<EndpointPlan>,
  settings: Pick<OpenApiSettings, 'open' | 'changesPath'> = {},
): Responses {
  const content = { types: ['application/json', 'application/vnd.toy.v1+json'], schema: { type: 'string' } };
  return describeResponses(endpointPlan(own), versionPlan(), content, settings) as Responses;
}

describe('describeResponses', () => {
  test.each<[name: string, own: Partial<EndpointPlan>, settings: { changesPath?: string }, headers: string[]]>([
    ['every response', {}, {}, ['Cache-Control']],
    ['a new resource', { status: 201, location: ['/books'] }, {}, ['Location', 'Cache-Control']],
    ['a page', { page: pagePlan(['CURSOR']) }, {}, ['Link', 'Cache-Control']],
    ['an entity tag', { maxAge: 60 }, {}, ['ETag', 'Cache-Control']],
    ['a deprecation', { deprecated: '2027-01-31' }, {}, ['Cache-Control', 'Deprecation']],
    ['an Idempotency-Key', { idempotencyKey: 'OPTIONAL' }, {}, ['Cache-Control', 'Idempotency-Replayed']],
    [
      'a deprecation with a page of changes',
      { deprecated: '2027-01-31', sunset: '2027-07-31' },
      { changesPath: '/docs/changes' },
      ['Cache-Control', 'Deprecation', 'Link', 'Sunset'],
    ],
  ])('the success has the headers of %s', (_, own, settings, headers) => {
    const success = responsesOf(own, settings)[String(own.status ?? 200)]!;
    expect(Object.keys(success.headers)).toEqual(['X-Request-Id', 'Vary', ...headers, 'RateLimit-Policy', 'RateLimit']);
  });

  test('the success has one schema under each media type', () => {
    expect(responsesOf({})['200']!.content).toEqual({
      'application/json': { schema: { type: 'string' } },
      'application/vnd.toy.v1+json': { schema: { type: 'string' } },
    });
  });

  test('a success without a body has no content', () => {
    const content = { types: ['application/json'], schema: undefined };
    const responses = describeResponses(endpointPlan({ status: 204 }), versionPlan(), content) as Responses;
    expect(responses['204']).not.toHaveProperty('content');
  });

  test('an endpoint with an entity tag has a 304 with the headers of its success', () => {
    const responses = responsesOf({ maxAge: 60, page: pagePlan(['CURSOR']) });
    expect(responses['304']!.headers).toEqual(responses['200']!.headers);
    expect(responsesOf({})).not.toHaveProperty('304');
  });

  test.each([
    [true, undefined],
    [false, '#/components/responses/Unauthenticated'],
  ])('open: %s has the 401 %s', (open, reference) => {
    expect((responsesOf({}, { open })['401'] as unknown as { $ref: string } | undefined)?.$ref).toBe(reference);
  });
});

const EVERY = [400, 401, 403, 404, 406, 429, 500, 502, 503, 504];
const markers: ErrorMarkers = { fields: [{ key: 'errors', status: 410 }], types: [{ names: ['Denied'], status: 402 }] };
const result = { dataPath: ['a'], errorsAt: [markers], body: leaf('String!'), canBeMissing: false };

describe('errorResponses', () => {
  test.each<[name: string, own: Partial<EndpointPlan>, open: boolean, further: number[], missing: number[]]>([
    ['a query', {}, false, [], []],
    ['a query with an entity tag', { maxAge: 60 }, false, [412], []],
    ['a POST of a query', { method: 'POST' }, false, [412, 413, 415], []],
    ['a POST of a mutation', { method: 'POST', operationType: 'mutation' }, false, [409, 412, 413, 415], []],
    [
      'a mutation with an Idempotency-Key',
      { method: 'POST', operationType: 'mutation', idempotencyKey: 'OPTIONAL' },
      false,
      [409, 412, 413, 415, 422],
      [],
    ],
    ['a form with files', { method: 'POST', uploads: { maxBytes: 9, maxFiles: 1 } }, false, [408, 412, 413, 415], []],
    ['a DELETE of a mutation', { method: 'DELETE', operationType: 'mutation' }, false, [409, 412], []],
    ['errors as data', { result }, false, [402, 410], []],
    ['an API without credentials', {}, true, [], [401, 403]],
    ['scopes in an API without credentials', { scopes: [{ anyOf: [['a']], when: [] }] }, true, [], [401]],
    ['an endpoint that reads no credentials', { auth: 'NONE' }, false, [], [401, 403]],
    ['an endpoint with optional credentials', { auth: 'OPTIONAL' }, false, [], []],
  ])('%s can fail with each of its statuses', (_, own, open, further, missing) => {
    const statuses = Object.keys(describeErrors(endpointPlan(own), versionPlan(), open)).map(Number);
    const expected = [...EVERY, ...further].filter((status) => !missing.includes(status));
    expect(statuses).toEqual(expected.sort((a, b) => a - b));
  });

  test.each<[promise: string, uploads: UploadPlan, description: string, message: string]>([
    [
      'of a form with files',
      { maxBytes: 1000, maxFiles: 2 },
      'A file is larger than 1000 bytes, or the rest of the body than 1 MiB.',
      'A file must not be larger than 1000 bytes.',
    ],
    [
      'of a file that is the whole body',
      { maxBytes: 20, maxFiles: 1, isWhole: true },
      'The file is larger than 20 bytes.',
      'A file must not be larger than 20 bytes.',
    ],
  ])('the 413 %s has its limit', (_, uploads, description, error) => {
    expect(describeErrors(endpointPlan({ method: 'POST', uploads }), versionPlan(), false)['413']).toMatchObject({
      description,
      content: { 'application/json': { example: { error } } },
    });
  });

  test('the 413 of a form without files is that of every body', () => {
    const endpoint = endpointPlan({ method: 'POST', uploads: { maxBytes: 1000, maxFiles: 0 } });
    const shared = { $ref: '#/components/responses/ContentTooLarge' };
    expect(describeErrors(endpoint, versionPlan(), false)['413']).toEqual(shared);
  });

  test('the conventions give codes other statuses', () => {
    const errors = { ...DEFAULT_CONVENTIONS.errors, invalid: 422 as const, codes: { NOT_FOUND: 410, STALE: 419 } };
    const responses = describeErrors(
      endpointPlan(),
      versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors } }),
      false,
    );
    expect(responses).toMatchObject({
      400: { $ref: '#/components/responses/BadRequest' },
      410: { $ref: '#/components/responses/NotFound' },
      419: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
      422: { $ref: '#/components/responses/BadUserInput' },
    });
    expect(responses).not.toHaveProperty('404');
  });

  test.each([
    [401, 'WWW-Authenticate', 'WWW-Authenticate'],
    [403, 'WWW-Authenticate', 'MissingScope'],
    [429, 'Retry-After', 'RetryLimit'],
    [503, 'Retry-After', 'Retry-After'],
  ])('a %i that only errors as data have has the header %s', (status, header, component) => {
    const at: ErrorMarkers = { fields: [{ key: 'errors', status }], types: [] };
    const endpoint = endpointPlan({ auth: 'NONE', result: { ...result, errorsAt: [at] } });
    const codes = { RATE_LIMITED: 420, UNAVAILABLE: 520 };
    const conventions = { ...DEFAULT_CONVENTIONS, errors: { ...DEFAULT_CONVENTIONS.errors, codes } };
    expect(describeErrors(endpoint, versionPlan({ conventions }), false)[status]).toMatchObject({
      headers: { [header]: { $ref: `#/components/headers/${component}` } },
    });
  });

  test('the example of invalid input has the greatest limit of the conventions', () => {
    const page = { ...DEFAULT_CONVENTIONS.page, max: 200 };
    const version = versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, page } });
    expect(JSON.stringify(errorResponses([version]))).toContain('limit must be between 1 and 200');
  });

  test('every response of every document has the headers of a limit', () => {
    const limits = {
      'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
      RateLimit: { $ref: '#/components/headers/RateLimit' },
    };
    for (const response of Object.values(errorResponses([versionPlan()])))
      expect(response).toMatchObject({ headers: limits });
  });

  test('a code whose texts alone the conventions change is not a status of every operation', () => {
    const codes = { METHOD_NOT_ALLOWED: { message: 'no' }, CONFLICT: { code: 'ABORTED' }, '*': { status: 418 } };
    const conventions = { ...DEFAULT_CONVENTIONS, errors: { ...DEFAULT_CONVENTIONS.errors, codes } };
    const statuses = Object.keys(describeErrors(endpointPlan(), versionPlan({ conventions }), false)).map(Number);
    expect(statuses).toEqual([...EVERY, 418].sort((a, b) => a - b));
  });

  test.each([
    ['Unauthenticated', 'WWW-Authenticate', '#/components/headers/WWW-Authenticate'],
    ['Forbidden', 'WWW-Authenticate', '#/components/headers/MissingScope'],
    ['UnsupportedMediaType', 'Accept-Encoding', '#/components/headers/Accept-Encoding'],
    ['UnsupportedMediaType', 'Accept-Patch', '#/components/headers/Accept-Patch'],
    ['IdempotencyKeyInUse', 'Retry-After', '#/components/headers/RetryLimit'],
    ['RateLimited', 'Retry-After', '#/components/headers/RetryLimit'],
    ['Unavailable', 'Retry-After', '#/components/headers/Retry-After'],
  ])('%s has the header %s', (component, header, reference) => {
    expect(errorResponses([versionPlan()])[component]).toMatchObject({ headers: { [header]: { $ref: reference } } });
  });

  test.each<[mediaTypes: string[], content: object]>([
    [
      ['application/json', 'application/vnd.api+json'],
      {
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Error' } },
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      },
    ],
    [['application/problem+json'], { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } }],
    [
      ['application/json', 'application/problem+json'],
      {
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        'application/problem+json': {
          schema: { anyOf: [{ $ref: '#/components/schemas/Error' }, { $ref: '#/components/schemas/Problem' }] },
        },
      },
    ],
  ])('versions with errors of %j have their media types', (mediaTypes, content) => {
    const versions = mediaTypes.map((mediaType) =>
      versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors: { ...DEFAULT_CONVENTIONS.errors, mediaType } } }),
    );
    expect(errorResponses(versions)['NotFound']).toMatchObject({ content });
    expect(Object.keys((errorResponses(versions)['NotFound'] as { content: object }).content)).toEqual(
      Object.keys(content),
    );
  });

  test('an Idempotency-Key has errors of its own', () => {
    const own = { method: 'POST', operationType: 'mutation', idempotencyKey: 'REQUIRED' } as const;
    expect(describeErrors(endpointPlan(own), versionPlan(), false)).toMatchObject({
      409: { $ref: '#/components/responses/IdempotencyKeyInUse' },
      422: { $ref: '#/components/responses/IdempotencyKeyReused' },
    });
  });
});

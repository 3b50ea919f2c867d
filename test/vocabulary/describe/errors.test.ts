// The bodies of errors: their schemas, their codes, and what the description says of them.
import { describe, expect, test } from 'vitest';
import { type Node, documentOf, openApiOf } from './support/openApiOf.ts';

const ENDPOINT = 'query get @endpoint(method: GET, path: "/a") { theBook { id } }';
const documentWith = (errors: object) => documentOf(ENDPOINT, { errors });
const schemasOf = (document: Node): Node => document['components']!['schemas']!;
const codesOf = (document: Node) =>
  schemasOf(document)['Problem']!['properties']!['code']!['enum'] as unknown as string[] | undefined;

/** The document of the unversioned paths, whose versions have these conventions of errors. */
function versionsWith(...errors: object[]): Node {
  const files = errors.flatMap((each, index) => [
    [`v${index + 1}/conventions.json`, { errors: each }],
    [`v${index + 1}/a.graphql`, ENDPOINT],
  ]);
  return openApiOf(Object.fromEntries(files))['/openapi.json']!;
}

const MESSAGE = { type: 'string', description: 'A message for people.' };
const STATUS = { type: 'integer', description: 'The status code.' };
const AN_ERROR = { description: 'An error.' };

const TEXT = { type: 'string' };
const TEXT_OR_NULL = { type: ['string', 'null'] };
const CODE = { ...TEXT, description: 'The code of the error.' };
const object = (required: string[], properties: object, more: object = {}) => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
  ...more,
});
const array = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

test.each<[template: unknown, schema: object]>([
  ['{message}', MESSAGE],
  ['{status}', STATUS],
  ['{code}: {message}', { ...TEXT, ...AN_ERROR }],
  [['{message}'], array(MESSAGE, AN_ERROR)],
  [['{message}', 1], array({}, { ...AN_ERROR, prefixItems: [MESSAGE, { const: 1 }], minItems: 2, maxItems: 2 })],
  [{ error: '{message}' }, object(['error'], { error: MESSAGE }, AN_ERROR)],
  [{ '{field}': ['{message}'] }, object([], {}, { ...AN_ERROR, additionalProperties: array(MESSAGE) })],
  [
    { at: '{pointer}', status: '{status:string}' },
    object(['at', 'status'], { at: TEXT_OR_NULL, status: TEXT }, AN_ERROR),
  ],
  ['at {pointer? }{message}', { ...TEXT, ...AN_ERROR }],
  [
    { 'errors?': [{ source: { pointer: '{pointer?}' }, detail: '{message}', id: '{requestId}' }], title: '{title}' },
    object(
      ['title'],
      {
        errors: array(object(['detail', 'id'], { source: object([], { pointer: TEXT }), detail: MESSAGE, id: TEXT })),
        title: TEXT,
      },
      AN_ERROR,
    ),
  ],
  [
    { '{leaf}': ['{message}'], '{code}': '{status}' },
    object([], {}, { ...AN_ERROR, additionalProperties: { anyOf: [array(MESSAGE), STATUS] } }),
  ],
  [['{field?}', '{message}'], array({ anyOf: [TEXT, MESSAGE] }, { ...AN_ERROR, minItems: 1, maxItems: 2 })],
  [
    { more: '{data.more}', code: '{code}', v: 1 },
    object(
      ['more', 'code', 'v'],
      { more: { description: 'A value of the error.' }, code: CODE, v: { const: 1 } },
      AN_ERROR,
    ),
  ],
  [
    { more: 'at {data.more}', less: 'at {data.more?}' },
    object(['more', 'less'], { more: TEXT_OR_NULL, less: TEXT }, AN_ERROR),
  ],
])('the schema of errors with the body %j', (body, schema) => {
  expect(schemasOf(documentWith({ body }))['Error']).toEqual(schema);
});

test.each<[codes: object, type: unknown]>([
  [{ '*': { code: 1 } }, 'integer'],
  [{ '*': { code: 1.5 } }, 'number'],
  [{ CONFLICT: { code: 7 } }, ['integer', 'string']],
  [{ '*': { code: 1 }, NOT_FOUND: { code: 0.5 } }, ['integer', 'number']],
  [{ '*': { code: 1 }, 'BAD_USER_INPUT.minimum': 409 }, 'integer'],
])('the code of an error under %j is of type %j', (codes, type) => {
  expect(schemasOf(documentWith({ codes, body: { code: '{code}' } }))['Error']!['properties']).toEqual({
    code: { type, description: 'The code of the error.' },
  });
});

test('versions with the same errors share their schema, and those with different ones have a variant each', () => {
  const error = { type: 'object', description: 'An error.', required: ['error'], properties: { error: MESSAGE } };
  expect(schemasOf(versionsWith({}, { body: { error: '{message}' } }))['Error']).toEqual(error);
  expect(schemasOf(versionsWith({}, { body: { message: '{message}' } }))['Error']).toEqual({
    description: 'An error.',
    anyOf: [error, { ...error, required: ['message'], properties: { message: MESSAGE } }],
  });
});

describe('a problem document', () => {
  test('has every property of RFC 9457, and problems', () => {
    const text = (description: string) => ({ type: 'string', description });
    expect(schemasOf(documentOf(ENDPOINT))['Problem']).toEqual({
      type: 'object',
      description: 'A problem document (RFC 9457).',
      required: ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors'],
      properties: {
        type: text('Always `about:blank`.'),
        title: text('The reason phrase of the status.'),
        status: STATUS,
        detail: MESSAGE,
        code: { ...text('The code of the error.'), enum: expect.arrayContaining(['NOT_FOUND', 'BAD_USER_INPUT']) },
        requestId: text('The id of the request; the log has it too.'),
        errors: {
          type: 'array',
          description: 'All problems of the request.',
          items: {
            type: 'object',
            required: ['message'],
            properties: {
              field: text('The parameter, or the dotted path of the property.'),
              message: text('The expected value.'),
              code: text('The code of an error as data.'),
            },
          },
        },
      },
    });
  });

  test.each<[codes: object, listed: string[] | undefined, missing: string]>([
    [{ STALE: 419 }, ['NOT_FOUND', 'STALE'], '*'],
    [{ CONFLICT: { code: 'taken' }, STALE: { code: 'old' } }, ['taken', 'old', 'NOT_FOUND'], 'CONFLICT'],
    [{ '*': { code: 'other' }, STALE: 419 }, ['other', 'STALE'], '*'],
    [{ '*': { code: 'other' } }, ['other'], 'NOT_FOUND'],
    [{ 'BAD_USER_INPUT.minimum': 409 }, ['BAD_USER_INPUT'], 'BAD_USER_INPUT.minimum'],
    [{ '*': 422 }, undefined, '*'],
    [{ STALE: { code: 'x-{resource}' } }, undefined, '*'],
  ])('lists under %j the codes %j', (codes, listed, missing) => {
    const found = codesOf(documentWith({ codes }));
    expect(found).toEqual(listed && expect.arrayContaining(listed));
    expect(found ?? []).not.toContain(missing);
    expect(found).toEqual(found && [...new Set(found)]);
  });

  test('of several versions lists no codes, and says where types are, as soon as one of them has such', () => {
    const { properties } = schemasOf(versionsWith({}, { codes: { '*': 422, STALE: { type: 'https://a.b' } } }))[
      'Problem'
    ]!;
    expect([properties!['code'], properties!['type']]).toEqual([
      { type: 'string', description: 'The code of the error.' },
      expect.objectContaining({ format: 'uri-reference' }),
    ]);
    const data =
      'mutation m @endpoint(method: POST, path: "/b") { try(title: "a") { book { id } errors @error { message } } }';
    const documents = openApiOf({ 'v1/a.graphql': ENDPOINT, 'v2/m.graphql': data });
    expect([codesOf(documents['/v1/openapi.json']!), codesOf(documents['/openapi.json']!)]).toEqual([
      expect.arrayContaining(['NOT_FOUND']),
      undefined,
    ]);
  });

  test('says where types are', () => {
    expect(
      schemasOf(documentWith({ codes: { STALE: { type: 'https://a.b' } } }))['Problem']!['properties']!['type'],
    ).toEqual({
      type: 'string',
      format: 'uri-reference',
      description: 'The kind of the error; `about:blank` for no other.',
    });
  });

  test('lists no codes where errors as data have their own', () => {
    const endpoint =
      'mutation m @endpoint(method: POST, path: "/a") { try(title: "a") { book { id } errors @error { message code } } }';
    expect(codesOf(documentOf(endpoint))).toBeUndefined();
  });
});

const descriptionOf = (document: Node) => String(document['info']!['description']);

describe('the description', () => {
  test.each<[name: string, errors: object, text: string]>([
    [
      'the default body',
      {},
      'Errors are `{"error": "…"}`, or RFC 9457 problem documents for clients that prefer application/problem+json.',
    ],
    [
      'another body',
      { body: { message: '{message}' } },
      'Errors have the schema `Error`, or RFC 9457 problem documents for clients that prefer application/problem+json.',
    ],
    [
      'another media type',
      { mediaType: 'application/a+json' },
      'Errors are `{"error": "…"}` as application/a+json, or RFC 9457 problem documents for clients that prefer application/problem+json.',
    ],
    [
      'problem documents',
      { mediaType: 'application/problem+json' },
      'Errors are `{"error": "…"}`, as application/problem+json.',
    ],
  ])('says what errors are: %s', (_, errors, text) => {
    expect(descriptionOf(documentWith(errors))).toContain(
      `\n\nHEAD works wherever GET does, and OPTIONS returns 204 with Allow. ${text}\n\n<details>`,
    );
  });

  test('has the codes as a table of Markdown in an element that is closed', () => {
    const text = descriptionOf(documentOf(ENDPOINT));
    expect(text).toMatch(
      /\n\n<details><summary>Error codes<\/summary>\n\n\| Code \| Status \| Cause \| Remedy \| Retry \|\n\| --- \| --- \| --- \| --- \| --- \|\n\| `/,
    );
    expect(text).toMatch(/ \|\n\n<\/details>$/);
    expect(text).toContain(
      '\n| `CONFLICT` | 409 | The request conflicts with the state of a resource, for example a duplicate. | Read the current state, and change the request. | after a change |\n',
    );
  });

  /** Code and status of each row. */
  const rowsOf = (document: Node) =>
    [...descriptionOf(document).matchAll(/^\| `(.*?)` \| (\d+) \|/gm)].map(([, code, status]) => `${code} ${status}`);

  test('has the names and statuses of the conventions, and leaves out codes that REST does not have', () => {
    expect(rowsOf(documentWith({}))).toContain('BAD_USER_INPUT 400');
    expect(rowsOf(documentWith({})).filter((row) => row.includes('GRAPHQL'))).toEqual([]);
    const codes = {
      NOT_FOUND: { code: 'missing', status: 410 },
      CONFLICT: 422,
      TIMEOUT: { code: '{{late}}' },
      '*': { code: 'E-{status}' },
    };
    // What is composed of values of an error is not known before there is one: FORBIDDEN.
    expect(rowsOf(documentWith({ invalid: 422, codes }))).toEqual(
      expect.arrayContaining(['missing 410', '{late} 504', 'CONFLICT 422', 'BAD_USER_INPUT 422', 'FORBIDDEN 403']),
    );
  });

  test('has a row of a code for each version that differs', () => {
    const rows = rowsOf(versionsWith({}, { invalid: 422 }, { invalid: 400 }));
    expect(rows.filter((row) => row.startsWith('BAD_USER_INPUT'))).toEqual([
      'BAD_USER_INPUT 400',
      'BAD_USER_INPUT 422',
    ]);
    expect(rows.filter((row) => row.startsWith('CONFLICT'))).toHaveLength(1);
  });
});

describe('the example of', () => {
  const exampleOf = (response: string, conventions: object, endpoint = ENDPOINT) =>
    documentOf(endpoint, conventions)['components']!['responses']![response]!['content'];

  test.each<[response: string, conventions: object, message: string]>([
    ['BadRequest', { page: { max: 200 } }, 'limit must be between 1 and 200'],
    ['BadRequest', { page: { parameters: { limit: 'count' } } }, 'count must be between 1 and 100'],
    ['BadRequest', { errors: { invalid: 422 } }, 'The body is not valid JSON.'],
    ['BadUserInput', { errors: { invalid: 422 } }, 'limit must be between 1 and 100'],
    ['BadUserInput', { errors: { invalid: 422, messages: { maximum: 'at most {maximum}' } } }, 'at most 100'],
    ['NotFound', {}, 'Nothing was found for id 42.'],
    ['Forbidden', {}, 'The scope "admin" is required.'],
    ['Unauthenticated', {}, 'Valid credentials are required in the Authorization header.'],
    ['Timeout', {}, 'The request timed out; try again later.'],
  ])('%s under %j is %j', (response, conventions, error) => {
    expect(exampleOf(response, conventions)).toMatchObject({
      'application/json': { example: { error } },
      'application/problem+json': { example: { detail: error, requestId: '8e03978e-40d5-43dd-bc93-6894a57f9324' } },
    });
  });

  test('a missing scope names one of the document', () => {
    const endpoint = 'query get @endpoint(method: GET, path: "/a") { secret { name } }';
    expect(exampleOf('Forbidden', {}, endpoint)).toMatchObject({
      'application/json': { example: { error: 'The scope "b" is required.' } },
    });
  });

  test('an unsupported media type names those that are consumed', () => {
    const endpoint = 'mutation m($title: String) @endpoint(method: POST, path: "/a") { add(title: $title) { id } }';
    const error = 'The body has no Content-Type; send application/json or application/a+json.';
    expect(
      exampleOf('UnsupportedMediaType', { consumes: ['application/json', 'application/a+json'] }, endpoint),
    ).toMatchObject({ 'application/json': { example: { error } } });
  });
});

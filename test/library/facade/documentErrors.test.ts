// Errors of an upstream about a request: those about the value of a variable are the client's, 400; those about the document are
// the façade's, 502, and logged. A code that has a status in the conventions keeps the headers of the upstream's response.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { stubUpstream } from '../../support/stubUpstream.ts';
import { failuresIn, openPortico } from './support/openPortico.ts';

const stub = await stubUpstream();
const facade = await openPortico({
  upstream: stub,
  sdl: 'type Query { user(id: Int!): Int! }\ntype Mutation { add(id: Int!): Int! }',
  files: {
    'conventions.json': JSON.stringify({ errors: { codes: { THROTTLED: 429, MAINTENANCE: 503, LOCKED: 409 } } }),
    'getUser.graphql': 'query getUser($id: Int!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) }',
    'add.graphql': 'mutation add($id: Int!) @endpoint(method: POST, path: "/users/{id}", status: 200) { add(id: $id) }',
  },
});
afterAll(async () => {
  await facade.close();
  await stub.close();
});
beforeEach(() => void (facade.logged.length = 0));

async function send(method: string, answer: { status?: number; headers?: Record<string, string>; body: unknown }) {
  stub.answer = () => answer;
  const { status, headers, body } = await facade.send('/v1/users/1', { method, headers: { 'x-request-id': 'mine' } });
  return { status, wait: headers.get('retry-after'), challenge: headers.get('www-authenticate'), body };
}
const BAD_GATEWAY = {
  status: 502,
  wait: null,
  challenge: null,
  body: { error: 'The upstream service returned an invalid response; it has been logged.' },
};
const coded = (code: string, message = 'the secret', more: object = {}) => ({
  errors: [{ message, extensions: { code }, ...more }],
});

describe.each(['GET', 'POST'])('a document that the upstream refuses, sent for a %s,', (method) => {
  test.each<[string, number, object]>([
    ['by validation', 400, coded('GRAPHQL_VALIDATION_FAILED', 'Cannot query field "the secret" on type "Query".')],
    ['by validation, with 200', 200, coded('GRAPHQL_VALIDATION_FAILED')],
    ['by parsing', 400, coded('GRAPHQL_PARSE_FAILED')],
    ['by parsing in Apollo Router', 400, coded('PARSING_ERROR')],
    ['by its name', 400, coded('OPERATION_RESOLUTION_FAILURE')],
    ['as not in its list of persisted queries', 400, coded('PERSISTED_QUERY_NOT_IN_LIST')],
    [
      'without a code, at a location in it',
      400,
      {
        errors: [{ message: 'Cannot query field "the secret" on type "Query".', locations: [{ line: 1, column: 23 }] }],
      },
    ],
    [
      'without a code, at a location in it, with 200',
      200,
      { errors: [{ message: 'the secret', locations: [{ line: 1, column: 23 }] }] },
    ],
    [
      'for the type of a variable',
      400,
      {
        errors: [
          {
            message: 'Variable "$id" of type "Int!" used in position expecting type "the secret".',
            locations: [
              { line: 1, column: 15 },
              { line: 1, column: 34 },
            ],
          },
        ],
      },
    ],
  ])('%s, is 502 and logged, without its message in the response', async (_, status, body) => {
    expect(await send(method, { status, body })).toEqual(BAD_GATEWAY);
    expect(failuresIn(facade.logged, 'mine')).toContain('the secret');
  });
});

describe.each(['GET', 'POST'])('a variable that the upstream refuses, sent for a %s,', (method) => {
  const message = 'Variable "$id" got invalid value 1; Int cannot represent it.';
  const locations = [{ line: 1, column: method === 'GET' ? 15 : 14 }];

  test.each<[string, number, object]>([
    ['with BAD_USER_INPUT', 400, coded('BAD_USER_INPUT', message)],
    ['with GRAPHQL_VALIDATION_FAILED', 400, coded('GRAPHQL_VALIDATION_FAILED', message, { locations })],
    ['without a code', 400, { errors: [{ message, locations }] }],
    ['without a code, with 200', 200, { errors: [{ message, locations }] }],
    ['with a message of its own, at its definition', 200, { errors: [{ message: 'id is too high', locations }] }],
    ['with a message of its own, with its path', 400, { errors: [{ message: 'too high', path: ['variable', 'id'] }] }],
  ])('%s, is 400 with the message', async (_, status, body) => {
    const [{ message: error }] = (body as { errors: [{ message: string }] }).errors;
    expect(await send(method, { status, body })).toEqual({ status: 400, wait: null, challenge: null, body: { error } });
    expect(failuresIn(facade.logged, 'mine')).toBe('[]');
  });
});

describe('whether an error of validation is about the value of a variable', () => {
  const at = (...columns: number[]) => ({ locations: columns.map((column) => ({ line: 1, column })) });
  test.each<[object, boolean]>([
    [{ message: "Variable '$id' is wrong" }, true],
    [{ message: 'Variable `$id` is wrong' }, true],
    [{ message: 'Variable $id is wrong' }, true],
    [{ message: 'The Variable "$id" is wrong' }, false],
    [{ message: 'Variable id is wrong' }, false],
    [{ message: 'Variable "$id" is never used in operation "q".' }, false],
    [{ message: 'Variable "$id" is not defined.' }, false],
    [{ message: 'Variable "$id" cannot be non-input type "T".' }, false],
    [{ message: 'Variable "$id" expected value of type "Int!" which cannot be null.' }, false],
    [{ message: 'Validation error (x)', ...at(15) }, false],
    [at(15, 15), true],
    [at(15, 16), false],
    [{ locations: [{ line: '1:15' }] }, false],
    [at(), false],
    [{ locations: null, path: null }, false],
    [{ path: ['user', 'variable'] }, false],
    [{ path: [] }, false],
  ])('%j: %s', async (error, isInput) => {
    const body = coded('GRAPHQL_VALIDATION_FAILED', 'x', error);
    expect((await send('GET', { body })).status).toBe(isInput ? 400 : 502);
  });
});

describe('the headers of a code that the conventions have', () => {
  test.each<[string, Record<string, string>, number, string | null]>([
    ['THROTTLED', {}, 429, '1'],
    ['MAINTENANCE', {}, 503, '1'],
    ['LOCKED', { 'retry-after': '17', 'www-authenticate': 'Bearer' }, 409, null],
  ])('%s with %j is %i, with Retry-After %j', async (code, headers, status, wait) => {
    const answer = await send('GET', { headers, body: { data: null, ...coded(code, 'wait') } });
    expect(answer).toEqual({ status, wait, challenge: null, body: { error: 'wait' } });
  });

  test('are kept where the upstream has the same status', async () => {
    const headers = { 'retry-after': '17' };
    expect(await send('GET', { status: 429, headers, body: coded('THROTTLED') })).toMatchObject({
      status: 429,
      wait: '17',
    });
  });
});

describe('a code that the conventions do not have', () => {
  const internal = {
    status: 500,
    wait: null,
    challenge: null,
    body: { error: 'Internal server error; it has been logged.' },
  };
  const causeOf = (): Record<string, unknown> => {
    const [line] = facade.logged.filter(({ msg }) => msg === 'request failed') as [{ err: { cause: object } }];
    return { ...line.err.cause };
  };

  test('is in the log, without what else the error has, and not in the response', async () => {
    const more = { extensions: { code: 'OUT_OF_STOCK', trace: 'hidden' } };
    expect(await send('GET', { body: { data: null, ...coded('', 'none left', more) } })).toEqual(internal);
    expect(causeOf()).toMatchObject({
      type: 'GraphQLError',
      message: 'none left',
      extensions: { code: 'OUT_OF_STOCK' },
    });
    expect(JSON.stringify(facade.logged)).not.toContain('hidden');
  });

  test('is truncated in the log', async () => {
    expect(await send('GET', { body: { data: null, ...coded('X'.repeat(1000)) } })).toEqual(internal);
    expect(causeOf()['extensions']).toEqual({ code: 'X'.repeat(200) });
  });

  test.each([undefined, null, 7, {}, ['A']])('is left out of the log where it is no text: %j', async (code) => {
    const more = { extensions: { code } };
    expect(await send('GET', { body: { data: null, ...coded('', 'none left', more) } })).toEqual(internal);
    expect(causeOf()).not.toHaveProperty('extensions');
  });
});

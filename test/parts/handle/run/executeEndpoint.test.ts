import { type ExecutionResult, GraphQLError, getOperationAST, parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../../../src/gateway/guard/access/Caller.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import type { ExecutionRequest } from '../../../../src/gateway/execute/Execute.ts';
import type { EndpointPlan, ExportPlan } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { RequestSignal } from '../../../../src/gateway/http/signals.ts';
import type { RestRequest } from '../../../../src/gateway/handle/read/RestRequest.ts';
import type { Variables } from '../../../../src/gateway/plan/values/coercion.ts';
import { execute, markUncertainOutcome, readExports } from '../../../../src/gateway/handle/run/executeEndpoint.ts';
import { seen, toyEngine } from '../../../vocabulary/support/toy.ts';
import { parameter } from '../read/support/coercion.ts';
import { endpointOf } from '../support/plans.ts';
import { type Run, requestOf, runtimeOf } from '../support/runtimeOf.ts';

const caller: Caller = { subject: 'ada', scopes: new Set(), claims: {}, authorization: 'x' };

/** Executes an endpoint of a runtime, as a client that sent `rest`. */
async function start(plan: EndpointPlan, run: Run, rest: Partial<RestRequest> = {}, variables: Variables = {}) {
  const endpoint = runtimeOf([plan], run).endpointOf(1, plan);
  const request = requestOf('GET /books', rest);
  return (await execute({ endpoint, request, caller, callerKey: 'ada' }, { variables, page: undefined })).value;
}
const failing = (code: string, path: string[] = ['hello'], data: ExecutionResult['data'] = null): ExecutionResult => ({
  data,
  errors: [new GraphQLError('why', { path, extensions: { code } })],
});

const mutation = endpointOf({ operationType: 'mutation', operations: { UNPAGED: 'mutation add { hello }' } });

const parameters = [
  parameter('key', 'ID!', { source: 'path', variable: 'id' }),
  parameter('shelf', 'ID!', { source: 'path' }),
  parameter('name', 'String!', { source: 'body', variable: 'n' }),
  parameter('other', 'String'),
];

const lookup = (exports: ExportPlan[]) => ({ operation: '', exports, variables: [], ownVariables: [] });

const types = { conventions: DEFAULT_CONVENTIONS, types: { enums: {}, inputs: {} } };

const variables = { id: 5, shelf: 'x'.repeat(101), n: 'Ann' };

const withLookup: Partial<EndpointPlan> = {
  parameters: [parameter('id', 'ID!', { source: 'path' }), parameter('title', 'String')],
  lookup: {
    operation: 'query find($id: ID!) { book(id: $id) { shelf } }',
    exports: [{ variable: 'shelfId', path: ['book', 'shelf'], types: ['Book'], lookedUpBy: ['id'] }],
    variables: ['id', 'lang'],
    ownVariables: ['id'],
  },
};

describe('an execution', () => {
  test('receives the variables, the caller and the request, and is the value at the data path', async () => {
    const received: [string, ExecutionRequest][] = [];
    const run: Run = (operation, request) => (received.push([operation, request]), { data: { hello: 'x' } });
    const rest = { headers: { 'x-tenant': 'a' }, origin: { host: 1 }, deadline: Date.now() + 5000 };
    expect(await start(endpointOf(), run, rest, { id: 7 })).toBe('x');
    expect(received).toEqual([
      [
        'query hello {\n  hello\n}',
        {
          variables: { id: 7 },
          caller,
          callerKey: 'ada',
          requestId: 'request-1',
          ...rest,
          signal: expect.any(RequestSignal),
        },
      ],
    ]);
  });
  test('has until the usual timeout from when it begins, where the request has no deadline', async () => {
    let deadline = 0;
    const before = Date.now();
    await start(endpointOf(), (_, request) => ((deadline = request.deadline), { data: { hello: 1 } }));
    expect(deadline - before).toBeGreaterThanOrEqual(30_000);
    expect(deadline - Date.now()).toBeLessThanOrEqual(30_000);
  });
  test('runs the operation of its variant', async () => {
    const operations = { DEFAULT: 'query a { hello }', PAGE: 'query b { hello }' };
    const plan = endpointOf({ operations });
    const ran: (string | undefined)[] = [];
    const run: Run = (text) => (ran.push(getOperationAST(parse(text))?.name?.value), { data: { hello: 1 } });
    const endpoint = runtimeOf([plan], run).endpointOf(1, plan);
    const page = { style: 'PAGE', limit: 5, page: 1 } as const;
    const request = requestOf('GET /books');
    await execute({ endpoint, request, caller, callerKey: 'ada' }, { variables: {}, page });
    expect(ran).toEqual(['b']);
  });
  test.each<[string, ExecutionResult, object]>([
    ['errors', failing('CONFLICT'), { status: 409 }],
    ['NOT_FOUND at the data path', failing('NOT_FOUND'), { status: 404 }],
    ['NOT_FOUND below the data path', failing('NOT_FOUND', ['hello', 'name']), { status: 500 }],
    ['no data', { data: null }, { status: 404, message: 'No String was found.' }],
    ['no data and no errors', { errors: [] }, { status: 404 }],
  ])('with %s is an error', async (_, result, error) => {
    await expect(start(endpointOf(), () => result)).rejects.toMatchObject(error);
  });
  test('with an empty list of errors is none', async () => {
    expect(await start(endpointOf(), () => ({ data: { hello: 'x' }, errors: [] }))).toBe('x');
  });
});

describe('an error that a client takes for nothing done', () => {
  const partial = failing('UNAVAILABLE', ['add', 'name'], { add: null });
  test('of a mutation is in doubt where something was done', async () => {
    await expect(start(mutation, () => partial)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });
  test('of a query is not', async () => {
    await expect(start(endpointOf(), () => partial)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
  test('of the lookup of a mutation is not', async () => {
    const plan = { ...mutation, ...withLookup };
    await expect(start(plan, () => partial, {}, { id: 7 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a lookup', () => {
  const plan = { ...mutation, ...withLookup };

  test('receives its own variables, and its exports go to the operation', async () => {
    const received: [string, object][] = [];
    const run: Run = (text, request) => {
      const operation = getOperationAST(parse(text))!.operation;
      received.push([operation, request.variables]);
      return { data: operation === 'query' ? { book: { shelf: 3 } } : { hello: 'x' } };
    };
    expect(await start(plan, run, {}, { id: 7, lang: 'en', title: 'y' })).toBe('x');
    expect(received).toEqual([
      ['query', { id: 7, lang: 'en' }],
      ['mutation', { lang: 'en', title: 'y', shelfId: 3 }],
    ]);
  });
  test('that finds nothing is 404, and nothing more runs', async () => {
    const run = vi.fn<Run>(() => ({ data: { book: null } }));
    await expect(start(plan, run, {}, { id: 7 })).rejects.toMatchObject({
      status: 404,
      message: 'No Book was found for id 7.',
    });
    expect(run).toHaveBeenCalledTimes(1);
  });
  test('may be NOT_FOUND at any depth', async () => {
    const run: Run = () => failing('NOT_FOUND', ['book', 'shelf', 'name']);
    await expect(start(plan, run, {}, { id: 7 })).rejects.toMatchObject({ status: 404 });
  });
  test('a 404 of the operation names what the client sent', async () => {
    const run: Run = (text) => ({ data: text.startsWith('query') ? { book: { shelf: 3 } } : { hello: null } });
    await expect(start(plan, run, {}, { id: '7' })).rejects.toThrow('No String was found for id 7.');
  });
});

describe('a client that has gone', () => {
  test('after the lookup gets no mutation', async () => {
    const client = new AbortController();
    const run = vi.fn<Run>(() => (client.abort(), { data: { book: { shelf: 3 } } }));
    const done = start({ ...mutation, ...withLookup }, run, { signal: client.signal }, { id: 7 });
    await expect(done).rejects.toBe(client.signal.reason);
    expect(run).toHaveBeenCalledTimes(1);
  });
  test('after the lookup gets no query', async () => {
    const client = new AbortController();
    const run = vi.fn<Run>(() => (client.abort(), { data: { book: { shelf: 3 } } }));
    await expect(start(endpointOf(withLookup), run, { signal: client.signal }, { id: 7 })).rejects.toBe(
      client.signal.reason,
    );
    expect(run).toHaveBeenCalledTimes(1);
  });
  test('ends a query, but no mutation that has begun', async () => {
    for (const plan of [endpointOf(), mutation]) {
      const client = new AbortController();
      const run: Run = (_, { signal }) => (client.abort(), { data: { hello: String(signal.aborted) } });
      const done = start(plan, run, { signal: client.signal });
      expect(await done).toBe(String(plan !== mutation));
    }
  });
});

describe('the deadline', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('runs no mutation after a lookup that outlasts it', async () => {
    const executed: unknown[] = [];
    const run: Run = async (text) => {
      executed.push(getOperationAST(parse(text))?.operation);
      await new Promise((resolve) => setTimeout(resolve, 31_000));
      return { data: { book: { shelf: 7 } } };
    };
    const done = start({ ...mutation, ...withLookup }, run, {}, { id: 7 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await done).toMatchObject({ status: 504 });
    await vi.advanceTimersByTimeAsync(70_000);
    expect(executed).toEqual(['query']);
  });
});

describe('over the engine', () => {
  const toy = toyEngine({
    'v1/a.graphql': `
      query find($id: SafeInt!) { book(id: $id) { id @export(as: "shelfId") } }
      mutation add($shelfId: SafeInt!, $title: String!) @endpoint(method: POST, path: "/books/{id}/copies", status: 201, location: "/books/{id}/copies/{id2}") {
        tryBook(title: $title, shelfId: $shelfId) @unwrap { book { id2: id title } }
      }`,
    'v1/b.graphql': `
      query find($name: String!) { author(name: $name) { name @export(as: "title") } }
      mutation m($title: String!) @endpoint(method: POST, path: "/tries") { tryBook(title: $title) { book { title } } }`,
    'v1/fail.graphql':
      'query get($code: String, $inside: Boolean) @endpoint(method: GET, path: "/fail") { fail(code: $code, inside: $inside) { value } }',
    'v1/several.graphql':
      'query get($a: String!, $b: String!) @endpoint(method: GET, path: "/several") { a: fail(code: $a) { value } b: fail(code: $b) { value } }',
  });

  test('a lookup fills variables of the endpoint, and its own come from the client', async () => {
    const reply = await toy.send('POST /v1/books/7/copies', { body: { title: 'x' } });
    expect([...seen(reply), reply.headers['location']]).toEqual([201, { id2: 7, title: 'x' }, '/v1/books/7/copies/7']);
    expect(toy.trace.variables.slice(-2)).toEqual([{ id: 7 }, { title: 'x', shelfId: 7 }]);
  });
  test('a lookup that finds nothing by the path is 404, and nothing more is executed', async () => {
    const before = toy.trace.executions;
    const reply = await toy.send('POST /v1/books/999/copies', { body: { title: 'x' } });
    expect(seen(reply)).toEqual([404, { error: 'No Book was found for id 999.' }]);
    expect(toy.trace.executions).toBe(before + 1);
  });
  test('a lookup that finds nothing by another input is 400, and names it', async () => {
    expect(seen(await toy.send('POST /v1/tries', { body: { name: 'Ann' } }))).toEqual([
      200,
      { book: { title: 'Ann' } },
    ]);
    expect(seen(await toy.send('POST /v1/tries', { body: { name: 'Bob' } }))).toEqual([
      400,
      { error: 'name does not match an existing resource' },
    ]);
  });
  test('a lookup counts for the scopes', async () => {
    expect((await toy.send('POST /v1/tries', { body: { name: 'Ann' }, scopes: 'none' })).status).toBe(403);
  });
  test('no exported variable is an input', async () => {
    expect(seen(await toy.send('POST /v1/books/7/copies', { body: { title: 'x', shelfId: 1 } }))[0]).toBe(400);
    const { requestBody } = (toy.openApi.get('/v1/openapi.json') as never)['paths']['/books/{id}/copies']['post'];
    expect(JSON.stringify(requestBody)).not.toContain('shelfId');
  });
  test.each([
    ['fail?code=BAD_USER_INPUT', 400, 'failed: BAD_USER_INPUT'],
    ['fail?code=UNAUTHENTICATED', 401, 'failed: UNAUTHENTICATED'],
    ['fail?code=NOT_FOUND', 404, 'failed: NOT_FOUND'],
    ['fail?code=NOT_FOUND&inside=true', 500, undefined],
    ['fail?code=UNAVAILABLE', 503, 'failed: UNAVAILABLE'],
    ['fail?code=SOMETHING_ELSE', 500, undefined],
    ['fail?code=constructor', 500, undefined],
    ['fail', 500, undefined],
    ['several?a=CONFLICT&b=TIMEOUT', 504, 'failed: TIMEOUT'],
    ['several?a=CONFLICT&b=NOT_FOUND', 500, undefined],
    ['several?a=UNKNOWN&b=FORBIDDEN', 403, 'failed: FORBIDDEN'],
    ['several?a=FORBIDDEN&b=UNAUTHENTICATED', 401, 'failed: UNAUTHENTICATED'],
    ['several?a=BAD_USER_INPUT&b=BAD_REQUEST', 400, 'failed: BAD_USER_INPUT; failed: BAD_REQUEST'],
  ])('%s is %i', async (target, status, message) => {
    const reply = await toy.send(`GET /v1/${target}`);
    expect(seen(reply)).toEqual([status, { error: message ?? 'Internal server error; it has been logged.' }]);
    expect(reply.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
    expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  });
});

const read = (exports: ExportPlan[], data: Record<string, unknown>) => {
  try {
    return readExports(lookup(exports), data, { parameters, variables }, types);
  } catch (error) {
    const { status, message, problems } = error as ServiceError;
    return { status, message, problems };
  }
};

describe('readExports', () => {
  test('the values are those at the paths, by their variables', () => {
    const exports = [
      { variable: 'a', path: ['book', 'id'], types: ['Book'], lookedUpBy: [] },
      { variable: 'b', path: ['flag'], types: [], lookedUpBy: [] },
    ];
    expect(read(exports, { book: { id: 7 }, flag: false })).toEqual({ a: 7, b: false });
  });

  test.each<[string[], Record<string, unknown>, object]>([
    [['id'], { book: null }, { status: 404, message: 'No Book was found for key 5.' }],
    [
      ['id', 'shelf'],
      { book: { id: null } },
      { status: 404, message: `No Book was found for key 5, shelf ${'x'.repeat(99)}….` },
    ],
    [[], {}, { status: 404, message: 'No Book was found.' }],
    [
      ['n'],
      { book: {} },
      {
        status: 400,
        message: 'name does not match an existing resource',
        problems: [{ field: 'name', message: 'does not match an existing resource' }],
      },
    ],
    [
      ['id', 'n', 'other'],
      { book: null },
      { status: 400, message: 'name does not match an existing resource; other does not match an existing resource' },
    ],
  ])('a value that was looked up by %j, and is not in %j, is %j', (lookedUpBy, data, expected) => {
    expect(read([{ variable: 'a', path: ['book', 'id'], types: ['Book'], lookedUpBy }], data)).toMatchObject(expected);
  });
});

const at = (...path: (string | number)[]) => new GraphQLError('x', { path });
const errorOf = (status: number) => ServiceError.of('SOME', status, 'It failed.');

describe('markUncertainOutcome', () => {
  test.each<[string, number, ExecutionResult, boolean]>([
    ['nothing else', 503, { data: null }, false],
    ['the root field alone', 503, { data: { add: null }, errors: [at('add')] }, false],
    ['an error without a path', 504, { errors: [new GraphQLError('x')] }, false],
    ['a field below the root field', 502, { data: { add: null }, errors: [at('add', 'book')] }, true],
    ['a field below one of two root fields', 503, { data: null, errors: [at('one'), at('add', 'book')] }, true],
    ['another root field with data', 504, { data: { one: null, two: 1 }, errors: [at('one')] }, true],
    ['another root field that is false', 504, { data: { one: null, two: false }, errors: [at('one')] }, true],
    ['neither data nor errors', 503, {}, false],
    ['data without errors', 503, { data: { add: {} } }, true],
  ])('with %s, %i can be in doubt', (_, status, result, isUnknown) => {
    const error = errorOf(status);
    const checked = markUncertainOutcome(error, result);
    if (isUnknown) expect(checked).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: error });
    else expect(checked).toBe(error);
  });

  test.each([408, 429, 502, 503, 504])('a %i, after which clients send a request again, is in doubt', (status) => {
    const error = errorOf(status);
    const checked = markUncertainOutcome(error, { data: { add: {} }, errors: [at('add', 'book')] });
    expect(checked).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: error });
  });

  test.each([500, 501, 505, 400, 409])('a %i, which nobody sends again, is not in doubt', (status) => {
    const error = errorOf(status);
    expect(markUncertainOutcome(error, { data: { add: {} }, errors: [at('add', 'book')] })).toBe(error);
  });
});

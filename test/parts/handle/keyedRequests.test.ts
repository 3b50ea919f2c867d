import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { KeyedRequest } from '../../../src/gateway/guard/idempotency/IdempotencyStore.ts';
import { type Execution, type RunOnce, replay } from '../../../src/gateway/guard/idempotency/RunOnce.ts';
import type { Admission, Work } from '../../../src/gateway/guard/limits/createAdmission.ts';
import { type ApiPlan, PLAN_FORMAT } from '../../../src/gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../src/gateway/plan/EndpointPlan.ts';
import type { Reply } from '../../../src/gateway/http/Reply.ts';
import type { RestRequest } from '../../../src/gateway/handle/read/RestRequest.ts';
import type { RuntimeOptions } from '../../../src/gateway/handle/createRuntime.ts';
import { handleRequest } from '../../../src/gateway/handle/handleRequest.ts';
import { endpointOf, versionOf } from './support/plans.ts';
import { type Run, requestOf, runtimeOf } from './support/runtimeOf.ts';

const schema = buildSchema('type Query { hello: String } type Mutation { hello: String }');
const parameter = { required: false, constraints: {} };
const write = endpointOf({
  method: 'POST',
  path: '/books/{id}',
  segments: [
    { names: [], texts: ['books'] },
    { names: ['id'], texts: ['', ''] },
  ],
  operationType: 'mutation',
  operations: { UNPAGED: 'mutation write { hello }' },
  idempotencyKey: 'OPTIONAL',
  parameters: [
    { ...parameter, name: 'id', variable: 'id', source: 'path', type: 'ID!', required: true },
    { ...parameter, name: 'dry', variable: 'dry', source: 'query', type: 'Boolean' },
    { ...parameter, name: 'far', variable: 'far', source: 'query', type: 'Boolean' },
    { ...parameter, name: 'X-Mode', variable: 'mode', source: 'header', type: 'String' },
    { ...parameter, name: 'title', variable: 'title', source: 'body', type: 'String' },
  ],
});
const done: Run = () => ({ data: { hello: 'done' } });

const planOf = (endpoint: EndpointPlan): ApiPlan => ({
  format: PLAN_FORMAT,
  versions: [{ ...versionOf(), endpoints: [endpoint] }],
  coordinates: {},
  warnings: [],
  unsupported: [],
});

interface WriteOptions extends Pick<RestRequest, 'deadline'> {
  body?: string;
  headers?: Record<string, string>;
  run?: Run;
}

/** Sends a write with a key to an endpoint where `runOnce` decides about it. */
function send(
  runOnce: RunOnce,
  line: string,
  { body, headers, run = done, ...rest }: WriteOptions = {},
  options: Partial<Omit<RuntimeOptions, 'settings'>> = {},
) {
  const runtime = runtimeOf([write], run, { runOnce, keysWithoutCaller: true, ...options });
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return handleRequest(
    runtime,
    requestOf(line, {
      ...rest,
      headers: { 'idempotency-key': 'k', ...json, ...headers },
      readBody: async () => Buffer.from(body ?? ''),
    }),
  );
}

/** What identifies a write with a key. */
async function keyed(
  line: string,
  options?: WriteOptions,
  runtime?: Parameters<typeof send>[3],
): Promise<KeyedRequest> {
  const requests: KeyedRequest[] = [];
  const runOnce: RunOnce = (request, { run }) => (requests.push(request), run());
  expect(await send(runOnce, line, options, runtime)).toMatchObject({ status: 200 });
  return requests[0]!;
}

describe('a write with a key', () => {
  test('is identified by its key, its endpoint and its caller', async () => {
    const request = await keyed('POST /v1/books/1', { deadline: Date.now() + 5000 });
    expect(request).toMatchObject({ key: 'k', route: 'v1 POST /books/{id}', subject: '-' });
    const caller = { subject: 'ada', scopes: new Set<string>(), claims: {}, authorization: '' };
    expect((await keyed('POST /v1/books/1', {}, { authenticate: () => caller })).subject).toBe('ada');
  });

  test('belongs to one and the same without a caller, where the host says so', async () => {
    const anonymous = { ...write, auth: 'NONE' } as const;
    const runtime = { plan: planOf(anonymous), authenticate: () => null };
    expect((await keyed('POST /v1/books/1', {}, runtime)).subject).toBe('-');
  });

  test('has the deadline of the request', async () => {
    const deadline = Date.now() + 5000;
    expect((await keyed('POST /v1/books/1', { deadline })).deadline).toBe(deadline);
  });

  test('has the usual timeout where the request has no deadline', async () => {
    const before = Date.now();
    const { deadline } = await keyed('POST /v1/books/1');
    expect(deadline - before).toBeGreaterThanOrEqual(30_000);
    expect(deadline - Date.now()).toBeLessThanOrEqual(30_000);
  });

  const fingerprint = async (line: string, options?: WriteOptions) => (await keyed(line, options)).fingerprint;
  const FIRST = ['POST /v1/books/1?dry=true&far=false', { body: '{"title":"a"}', headers: { 'x-mode': 'm' } }] as const;

  test.each<[string, string, WriteOptions]>([
    ['the order of its query', 'POST /v1/books/1?far=false&dry=true', FIRST[1]],
    ['the encoding of its path', 'POST /v1/books/%31?dry=true&far=false', FIRST[1]],
    ['white space in its body', FIRST[0], { ...FIRST[1], body: ' { "title" : "a" } ' }],
    ['headers that are no parameters', FIRST[0], { ...FIRST[1], headers: { 'x-mode': 'm', 'x-other': 'o' } }],
  ])('is the same request whatever %s', async (_, line, options) => {
    expect(await fingerprint(line, options)).toBe(await fingerprint(...FIRST));
  });

  test.each<[string, string, WriteOptions]>([
    ['path', 'POST /v1/books/2?dry=true&far=false', FIRST[1]],
    ['query', 'POST /v1/books/1?dry=false&far=false', FIRST[1]],
    ['body', FIRST[0], { ...FIRST[1], body: '{"title":"b"}' }],
    ['header parameter', FIRST[0], { ...FIRST[1], headers: { 'x-mode': 'n' } }],
  ])('is another request with another %s', async (_, line, options) => {
    expect(await fingerprint(line, options)).not.toBe(await fingerprint(...FIRST));
  });
});

describe('a key is refused', () => {
  const refuse: RunOnce = () => expect.unreachable();
  const deep = (levels: number): string => '{"other":'.repeat(levels) + '1' + '}'.repeat(levels);
  const ignoring = { plan: planOf({ ...write, ignored: { path: [], query: [], body: ['other'] } }) };
  const anonymous = { plan: planOf({ ...write, auth: 'NONE' }), authenticate: () => null };
  const NO_CALLER = 'Idempotency-Key requires a caller with a subject, to whom it belongs';

  test.each<[string, Parameters<typeof send>[3], WriteOptions, string]>([
    [
      'where nothing keeps it',
      { runOnce: undefined } as never,
      {},
      'Idempotency-Key is not supported: this server keeps no keys',
    ],
    ['without a caller', { ...anonymous, keysWithoutCaller: undefined } as never, {}, NO_CALLER],
    ['of a caller without a subject', { keysWithoutCaller: undefined } as never, {}, NO_CALLER],
    [
      'where its body has too many levels',
      ignoring,
      { body: deep(101) },
      'body must not be nested more than 100 levels deep',
    ],
    [
      'for another problem alone, if there is one',
      ignoring,
      { body: `{"title":1,${deep(101).slice(1)}` },
      'title must be a string',
    ],
  ])('%s', async (_, options, request, error) => {
    const { status, body } = await send(refuse, 'POST /v1/books/1', request, options);
    expect([status, body]).toEqual([400, JSON.stringify({ error })]);
  });

  test('but not where its body has as many levels as a fingerprint can', async () => {
    expect((await keyed('POST /v1/books/1', { body: deep(100) }, ignoring)).key).toBe('k');
  });
});

describe('what a write can have changed', () => {
  const effects = async (run: Run) => {
    const seen: string[] = [];
    let execution: Execution | undefined;
    const runOnce: RunOnce = async (_, given) => {
      execution = given;
      seen.push(given.effect());
      return given.run().finally(() => seen.push(given.effect()));
    };
    await send(runOnce, 'POST /v1/books/1', {
      run: (...request) => {
        seen.push(execution!.effect());
        return run(...request);
      },
    });
    return seen;
  };

  test('is nothing before it runs, possible while it runs, and certain once it has data', async () => {
    expect(await effects(done)).toEqual(['NONE', 'POSSIBLE', 'CERTAIN']);
  });

  test('stays possible where it failed', async () => {
    const failed: Run = () => ({ data: { hello: null }, errors: [{ message: 'no', path: ['hello'] } as never] });
    expect(await effects(failed)).toEqual(['NONE', 'POSSIBLE', 'POSSIBLE']);
  });
});

describe('a stored response', () => {
  const stored = (status: number, type?: string): RunOnce => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    return async () => replay({ status, headers, body: 'stored' } satisfies Reply);
  };
  const statusFor = async (runOnce: RunOnce, accept: string) =>
    (await send(runOnce, 'POST /v1/books/1', { headers: { accept } })).status;

  test.each([
    ['a type that Accept names', 201, 'text/csv; charset=utf-8', 'text/csv, application/json;q=0.5', 201],
    ['a type that Accept excludes', 201, 'text/csv', 'application/json', 406],
    ['the type of this request', 201, 'application/json', 'application/json', 201],
    ['no body', 204, undefined, 'application/json', 204],
    ['an error', 400, 'application/problem+json', 'application/json', 400],
  ])('of %s', async (_, status, type, accept, expected) => {
    expect(await statusFor(stored(status, type), accept)).toBe(expected);
  });

  test('names its type where Accept excludes it', async () => {
    const reply = await send(stored(201, 'text/csv'), 'POST /v1/books/1', { headers: { accept: 'application/json' } });
    expect(reply.body).toBe('{"error":"Not acceptable; the stored response has the media type text/csv."}');
  });
});

describe('a failure beside the response', () => {
  const failing: RunOnce = async (_, { run, report }) => (report(new Error('store')), run());

  test('is reported with the request and the document', async () => {
    const reports: unknown[] = [];
    const options = { report: (failure: unknown) => void reports.push(failure) };
    expect((await send(failing, 'POST /v1/books/1', {}, options)).status).toBe(200);
    expect(reports).toMatchObject([
      {
        requestId: 'request-1',
        method: 'POST',
        target: '/v1/books/1',
        document: 'v1/a.graphql',
        error: { status: 500, cause: { message: 'store' } },
      },
    ]);
  });

  test('does not change the response where its report fails', async () => {
    const report = () => {
      throw new Error('no log');
    };
    expect((await send(failing, 'POST /v1/books/1', {}, { report })).status).toBe(200);
  });
});

describe('the capacity of a write', () => {
  /** What is admitted of a write. */
  const workOf = async (plan: EndpointPlan, request: Partial<RestRequest>) => {
    const works: Work[] = [];
    const admission: Admission = {
      acquire: () => expect.unreachable(),
      refuses: () => false,
      holdRefusal: async () => {},
      drain: () => {},
      run: (work, run) => (works.push(work), run()),
    };
    const options = { schema, admission, keysWithoutCaller: true } as const;
    const runtime = runtimeOf([plan], done, { ...options, runOnce: (_, { run }) => run() });
    expect((await handleRequest(runtime, requestOf('POST /v1/books/1', request))).status).toBe(200);
    return works;
  };

  test.each([
    [true, { 'idempotency-key': 'k' }],
    [false, {}],
  ])('is that of a transaction: %s with the headers %j', async (isTransaction, headers) => {
    const request = { headers, deadline: Date.now() + 5000, signal: new AbortController().signal };
    const { deadline, signal } = request;
    expect(await workOf(write, request)).toEqual([
      { cost: 21, caller: 'address:', deadline, signal, write: { isTransaction, fields: ['hello'] } },
    ]);
  });

  test('is also that of its lookup', async () => {
    const lookup = { operation: '{ a: hello b: hello }', exports: [], variables: [], ownVariables: [] };
    expect(await workOf({ ...write, lookup }, {})).toMatchObject([{ cost: 23 }]);
  });

  test('is needed until the usual timeout, where the request has no deadline', async () => {
    const before = Date.now();
    const [{ deadline }] = (await workOf(write, {})) as [Work];
    expect(deadline - before).toBeGreaterThanOrEqual(30_000);
    expect(deadline - Date.now()).toBeLessThanOrEqual(30_000);
  });
});

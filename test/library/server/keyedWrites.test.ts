// What a server is told of a write: the key of the request, what it can have changed, and the capacity that it takes.
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type EngineOptions, type KeyedRequest, type RunOnce, type Work } from '../../../src/gateway/server.ts';
import { type Run, openEngine } from '../support/openEngine.ts';

const schema = buildSchema('type Query { a: String! } type Mutation { write(id: ID!, title: String): String }');
const WRITE = 'write(id: $id, title: $title)';
const files = {
  'v1/write.graphql': `mutation write($id: ID!, $title: String)
    @endpoint(method: POST, path: "/books/{id}", status: 200, idempotencyKey: OPTIONAL) { ${WRITE} }`,
  'v1/found.graphql': `query find { a @export(as: "title") b: a @export(as: "id") }
    mutation found($id: ID!, $title: String!) @endpoint(method: POST, path: "/found", status: 200) { ${WRITE} }`,
};
const done: Run = () => ({ data: { write: 'done', a: '1', b: '2' } });
const open = (options: Partial<EngineOptions>, run = done) =>
  openEngine({ schema, files, run, keysWithoutCaller: true, ...options, settings: {} });
type Sent = Parameters<ReturnType<typeof open>['send']>[1];
const keyed = (key = 'k', rest: Sent = {}): Sent => ({ ...rest, headers: { 'idempotency-key': key } });

/** The keyed request of a write, as `runOnce` sees it. */
async function requestOf(sent: Sent, options: Partial<EngineOptions> = {}): Promise<KeyedRequest> {
  const requests: KeyedRequest[] = [];
  const runOnce: RunOnce = (request, { run }) => (requests.push(request), run());
  expect(await open({ runOnce, ...options }).send('POST /v1/books/1', sent)).toMatchObject({ status: 200 });
  return requests[0]!;
}

describe('a write with a key', () => {
  test('is that of its endpoint and its caller, whose keys are one and the same where there is none', async () => {
    expect(await requestOf(keyed())).toMatchObject({ key: 'k', route: 'v1 POST /books/{id}', subject: '-' });
    const authenticate = () => ({ subject: 'ada', scopes: new Set<string>(), claims: {}, authorization: '' });
    expect((await requestOf(keyed(), { authenticate })).subject).toBe('ada');
  });

  test('has the deadline of the request, or the usual timeout', async () => {
    const deadline = Date.now() + 5000;
    expect((await requestOf(keyed('k', { deadline }))).deadline).toBe(deadline);
    const before = Date.now();
    const usual = (await requestOf(keyed())).deadline;
    expect(usual - before).toBeGreaterThanOrEqual(30_000);
    expect(usual - Date.now()).toBeLessThanOrEqual(30_000);
  });

  test.each<[string, string]>([
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    [' "a" ', 'a'],
    ['"a,b"', 'a,b'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    [String.raw`a\b`, String.raw`a\b`],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('has the key of Idempotency-Key: %s', async (header, key) => {
    expect((await requestOf(keyed(header))).key).toBe(key);
  });

  const several = 'must be given only once; a key with a comma must be in double quotes';
  const invalid = 'must be 1 to 255 visible ASCII characters, in double quotes or without';
  test.each<[string, string]>([
    ...['x'.repeat(256), `"${'x'.repeat(256)}"`, '', '""', '"', '"a', '"a"b', '"a,b', String.raw`"a\",b`].map(
      (header): [string, string] => [header, invalid],
    ),
    ...['"a";b=1', String.raw`"a\b"`, 'a b', '"a b"', 'é', '"é"', 'a\tb'].map((header): [string, string] => [
      header,
      invalid,
    ]),
    ...['a, b', 'a,b', '"a", "b"', '"a","a"', 'a, "b,c"', ','].map((header): [string, string] => [header, several]),
  ])('is refused with the key %s', async (header, problem) => {
    const { status, body } = await open({ runOnce: () => expect.unreachable() }).send(
      'POST /v1/books/1',
      keyed(header),
    );
    expect([status, body]).toEqual([400, JSON.stringify({ error: `Idempotency-Key ${problem}` })]);
  });
});

test.each<[string, Run, string[]]>([
  ['certain once it has data', done, ['NONE', 'POSSIBLE', 'CERTAIN']],
  [
    'possible where it failed',
    () => ({ data: { write: null }, errors: [{ message: 'no', path: ['write'] } as never] }),
    ['NONE', 'POSSIBLE', 'POSSIBLE'],
  ],
])('the effect of a write is none before it runs, possible while it runs, and %s', async (_, run, effects) => {
  const seen: string[] = [];
  let effect = () => '';
  const runOnce: RunOnce = async (__, execution) => {
    effect = () => execution.effect();
    seen.push(effect());
    return execution.run().finally(() => seen.push(effect()));
  };
  await open({ runOnce }, (...request) => (seen.push(effect()), run(...request))).send('POST /v1/books/1', keyed());
  expect(seen).toEqual(effects);
});

test('a failure beside the response is reported with the request and the document, and changes nothing', async () => {
  const reports: unknown[] = [];
  const runOnce: RunOnce = async (_, { run, report }) => (report(new Error('store')), run());
  const report = (failure: unknown) => {
    reports.push(failure);
    throw new Error('no log');
  };
  expect((await open({ runOnce, report }).send('POST /v1/books/1', keyed())).status).toBe(200);
  expect(reports).toMatchObject([
    {
      requestId: 'request-1',
      method: 'POST',
      target: '/v1/books/1',
      document: expect.stringMatching(/v1\/write\.graphql$/),
      error: { status: 500, cause: { message: 'store' } },
    },
  ]);
});

describe('the capacity of a write', () => {
  /** What is admitted of a write. */
  async function workOf(line: string, sent: Sent): Promise<Work> {
    const works: Work[] = [];
    const admission: NonNullable<EngineOptions['admission']> = {
      acquire: () => expect.unreachable(),
      refuses: () => false,
      holdRefusal: async () => {},
      drain: () => {},
      run: (work, run) => (works.push(work), run()),
    };
    expect((await open({ admission, runOnce: (_, { run }) => run() }).send(line, sent)).status).toBe(200);
    return works[0]!;
  }

  test.each([
    ['is that of a transaction with a key', true, 'POST /v1/books/1', keyed(), 21],
    ['is not without one', false, 'POST /v1/books/1', {}, 21],
    ['is also that of its lookup', false, 'POST /v1/found', {}, 23],
  ] as const)('%s', async (_, isTransaction, line, sent, cost) => {
    const [deadline, { signal }] = [Date.now() + 5000, new AbortController()];
    const write = { isTransaction, fields: ['write'] };
    expect(await workOf(line, { ...sent, deadline, signal })).toEqual({
      cost,
      caller: 'address:',
      deadline,
      signal,
      write,
    });
  });

  test('is that of an operation of any size', async () => {
    const costs: number[] = [];
    const admission = { run: (work, run) => (costs.push(work.cost), run()) } as NonNullable<EngineOptions['admission']>;
    const all = Array.from({ length: 10_001 }, (_, n) => `f${n}: a`).join(' ');
    const large = {
      'v1/large.graphql': `query large @endpoint(method: GET, path: "/large", unwrap: false) { ${all} }`,
    };
    const run: Run = () => ({ data: {} });
    await openEngine({ schema, files: large, run, admission }).send('GET /v1/large');
    expect(costs).toEqual([20 + 10_001]);
  });

  test('is needed until the usual timeout, where the request has no deadline', async () => {
    const before = Date.now();
    const { deadline } = await workOf('POST /v1/books/1', {});
    expect(deadline - before).toBeGreaterThanOrEqual(30_000);
    expect(deadline - Date.now()).toBeLessThanOrEqual(30_000);
  });
});

describe('endpoints that take a key', () => {
  const runOnce: RunOnce = () => Promise.reject(new Error('not called'));
  const authenticate = () => Promise.resolve(null);
  const own = (key: 'REQUIRED' | 'OPTIONAL', ...names: string[]) =>
    Object.fromEntries(
      names.map((name) => [
        `v1/${name}.graphql`,
        `\n\nmutation ${name} @endpoint(method: POST, path: "/${name}", idempotencyKey: ${key}) { write(id: "1") }`,
      ]),
    );
  const warningsOf = (documents: Record<string, string>, options: Partial<EngineOptions>) =>
    openEngine({ schema, files: documents, ...options, settings: {} }).warnings;
  const STORE = 'that needs a store of responses. Set REDIS_URL, or pass the option idempotency to createPortico.';
  const CALLERS =
    'callers, to whom keys belong, but nothing authenticates. Set AUTH_JWKS_URL, AUTH_PUBLIC_KEY or AUTH_SECRET, or pass the option authenticate to createPortico.';

  test('need a store and callers', () => {
    expect(warningsOf(own('REQUIRED', 'pay'), { runOnce, authenticate })).toEqual([]);
    expect(warningsOf(own('REQUIRED', 'pay'), { runOnce, keysWithoutCaller: true })).toEqual([]);
    const refused = (...names: string[]) => warningsOf(own('OPTIONAL', ...names), { authenticate });
    expect(refused('a', 'b', 'c')).toEqual([`Requests with an Idempotency-Key are refused (a, b, c): ${STORE}`]);
    expect(warningsOf(own('OPTIONAL', 'order'), { runOnce })).toEqual([
      `Requests with an Idempotency-Key are refused (order): that needs ${CALLERS}`,
    ]);
  });

  test('that require it refuse the start, each with its file and line', () => {
    const documents = { ...own('REQUIRED', 'pay', 'charge'), ...own('OPTIONAL', 'order') };
    const needs = STORE.replace('that needs', 'idempotencyKey: REQUIRED needs').replaceAll('.', '\\.');
    expect(() => warningsOf(documents, { authenticate })).toThrow(
      new RegExp(`^\\S*v1/charge\\.graphql:3:1: ${needs}\n\\S*v1/pay\\.graphql:3:1: ${needs}$`),
    );
    expect(() => warningsOf(documents, { runOnce })).toThrow(
      'v1/pay.graphql:3:1: idempotencyKey: REQUIRED needs callers, to whom keys belong, but nothing authenticates.',
    );
  });
});

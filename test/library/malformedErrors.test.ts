// Errors of resolvers whose parts have other types than expected, in library mode and over HTTP: whatever is thrown, the
// client gets a whole answer.
import fc from 'fast-check';
import { GraphQLError, buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type PorticoFailure, createPortico } from '../../src/gateway/index.ts';
import { folderOf } from './support/folderOf.ts';
import { listen } from './support/listen.ts';

const folder = folderOf({ 'v1/hello.graphql': 'query hello @endpoint(method: GET, path: "/hello") { hello }' });

let resolve: () => unknown;
let report: (failure: PorticoFailure) => void;
const schema = buildSchema('type Query { hello: String }');
schema.getQueryType()!.getFields()['hello']!.resolve = () => resolve();
const { handler } = createPortico({ schema, endpoints: folder, report: (failure) => report(failure) });
let beforeHandler: (request: object) => void = () => undefined;
const { url: origin } = await listen((request, response) => {
  beforeHandler(request);
  handler(request, response);
}, afterAll);

const failures: PorticoFailure[] = [];
beforeEach(() => {
  failures.length = 0;
  report = (failure) => void failures.push(failure);
  beforeHandler = () => undefined;
});

async function ask(accept = 'application/problem+json') {
  const response = await fetch(`${origin}/v1/hello`, { headers: { accept, 'x-request-id': 'mine' } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function throwing(extensions: unknown, properties: object = {}): () => never {
  return () => {
    throw Object.assign(new GraphQLError('why'), { extensions, ...properties });
  };
}

describe('problems of a resolver', () => {
  test.each<[string, unknown, object[]]>([
    ['null', [null], [{ message: 'why' }]],
    ['no array', { field: 'a', message: 'b' }, [{ message: 'why' }]],
    ['texts and numbers', ['name', 7, []], [{ message: 'why' }]],
    ['without a message', [{ field: 'name' }], [{ message: 'why' }]],
    ['with a field that is no text', [{ field: 7, message: 'must be set' }], [{ message: 'must be set' }]],
    [
      'with more than is known',
      [
        { field: 'name', message: 'must be set', secret: 'hunter2', code: 'REQUIRED' },
        { field: 'x', message: {} },
      ],
      [{ field: 'name', message: 'must be set', code: 'REQUIRED' }],
    ],
    ['with a code that is no text', [{ field: 'a', message: 'b', code: 1 }], [{ field: 'a', message: 'b' }]],
  ])('that are malformed, %s, are left out', async (_, problems, errors) => {
    resolve = throwing({ code: 'BAD_USER_INPUT', problems });
    expect(await ask()).toEqual({
      status: 400,
      body: {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'why',
        code: 'BAD_USER_INPUT',
        requestId: 'mine',
        errors,
      },
    });
  });

  test('are bounded in number and length', async () => {
    const problem = (length: number) => ({
      field: 'f'.repeat(length),
      message: 'm'.repeat(length),
      code: 'c'.repeat(length),
    });
    const answerTo = async (length: number) => {
      const problems = Array.from({ length: 1000 }, () => problem(length));
      resolve = throwing({ code: 'BAD_USER_INPUT', problems });
      return ask();
    };
    const short = await answerTo(20);
    expect([short.status, short.body['errors']]).toEqual([400, Array.from({ length: 50 }, () => problem(20))]);
    const long = await answerTo(10_000);
    expect(long.status).toBe(400);
    expect(long.body['errors']).toContainEqual({ field: cut('f'), message: cut('m'), code: cut('c') });
    expect(Buffer.byteLength(JSON.stringify(long.body))).toBeLessThan(64 * 1024);
  });
});

/** A text of that letter as it is answered. */
function cut(letter: string): string {
  return `${letter.repeat(199)}…`;
}

test.each<[string, () => unknown, number]>([
  ['extensions that are null', throwing(null), 500],
  ['extensions that are an array', throwing([{ code: 'CONFLICT' }]), 500],
  ['a code that is a number', throwing({ code: 409 }), 500],
  ['a code that is an array', throwing({ code: ['CONFLICT'] }), 500],
  ['a path that is none', throwing({ code: 'NOT_FOUND' }, { path: 7 }), 404],
  ['a message that is no text', throwing({ code: 'CONFLICT' }, { message: { a: 1 } }), 409],
  ['a thrown null', () => Promise.reject(null), 500],
  ['a thrown text', () => Promise.reject('no'), 500],
])('an error with %s is answered', async (_, thrower, status) => {
  resolve = thrower;
  const problem = await ask();
  expect({ ...problem, detail: typeof problem.body['detail'] }).toMatchObject({ status, detail: 'string' });
  expect(await ask('application/json')).toEqual({ status, body: { error: expect.any(String) } });
  expect(failures).toHaveLength(status === 500 ? 2 : 0);
});

test('an error with any JSON as its extensions is answered', async () => {
  const known = fc.constantFrom('BAD_USER_INPUT', 'NOT_FOUND', 'UNAVAILABLE', 'OUTCOME_UNKNOWN', 'ODD', 'toString');
  const problems = fc.array(fc.oneof(fc.jsonValue(), fc.record({ field: fc.jsonValue(), message: fc.jsonValue() })));
  const extensions = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { code: fc.oneof(known, fc.jsonValue()), problems: fc.oneof(problems, fc.jsonValue()) },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(extensions, async (any) => {
      resolve = throwing(any);
      const { status, body } = await ask();
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toMatchObject({ status, detail: expect.any(String), code: expect.any(String), requestId: 'mine' });
      for (const problem of body['errors'] as object[]) expect(problem).toMatchObject({ message: expect.any(String) });
    }),
    { numRuns: 200 },
  );
});

describe('a failure of the host around the engine', () => {
  const broken = (request: object) =>
    Object.defineProperty(request, 'originalUrl', {
      get: () => {
        throw new Error('the host is broken');
      },
    });

  test('is reported, and answered with 500 and the ordinary body', async () => {
    beforeHandler = broken;
    expect(await ask('application/json')).toEqual({ status: 500, body: { error: expect.stringContaining('logged') } });
    expect(failures).toMatchObject([
      { requestId: 'mine', method: 'GET', error: { cause: new Error('the host is broken') } },
    ]);
  });

  test('is answered also where it cannot be reported', async () => {
    report = () => {
      throw new Error('the log is full');
    };
    resolve = () => Promise.reject(new Error('no'));
    expect(await ask('application/json')).toEqual({ status: 500, body: { error: expect.stringContaining('logged') } });
    beforeHandler = broken;
    expect(await ask('application/json')).toEqual({ status: 500, body: { error: expect.stringContaining('logged') } });
  });
});

import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import { ServiceError } from '../../../src/gateway/base/errors/ServiceError.ts';
import type { RuntimeOptions } from '../../../src/gateway/handle/createRuntime.ts';
import { handleRequest, keepPrivate } from '../../../src/gateway/handle/handleRequest.ts';
import { endpointOf, versionOf } from './support/plans.ts';
import { requestOf, runtimeOf } from './support/runtimeOf.ts';
import { PLAN_FORMAT } from '../../../src/gateway/plan/ApiPlan.ts';

const JSON_TYPE = 'application/json';
describe('handleRequest', () => {
  test.each<[string, Record<string, string>, number, object]>([
    [
      'PATCH',
      { 'content-type': 'text/plain' },
      415,
      { 'accept-patch': 'application/json, application/merge-patch+json' },
    ],
    [
      'PATCH',
      { 'content-encoding': 'br' },
      415,
      { 'accept-encoding': 'identity', 'accept-patch': 'application/json, application/merge-patch+json' },
    ],
    ['PATCH', {}, 400, {}],
    ['POST', { 'content-type': 'text/plain' }, 415, {}],
  ])('a %s of an invalid body with %j is %i, with %j', async (method, headers, status, own) => {
    const runtime = runtimeOf([endpointOf({ method: method as 'PATCH', operationType: 'mutation' })], () =>
      expect.unreachable(),
    );
    const request = { headers: { 'content-type': JSON_TYPE, ...headers }, readBody: async () => Buffer.from('{') };
    const reply = await handleRequest(runtime, requestOf(`${method} /v1/books`, request));
    const { 'content-type': _, 'content-length': __, vary: ___, 'cache-control': ____, ...others } = reply.headers;
    expect([reply.status, others]).toEqual([status, own]);
  });

  describe('the caller', () => {
    test('is known before anything else is checked', async () => {
      const plan = endpointOf();
      const callers: unknown[] = [];
      const authenticate: RuntimeOptions['authenticate'] = async () => ({
        subject: 'ada',
        scopes: new Set(),
        claims: {},
        authorization: '',
      });
      const request = requestOf('GET /v1/books', {
        headers: { accept: 'text/html' },
        onAuthenticated: (caller) => void callers.push(caller?.subject),
      });
      expect(
        (
          await handleRequest(
            runtimeOf([plan], () => ({}), { authenticate }),
            request,
          )
        ).status,
      ).toBe(406);
      expect(callers).toEqual(['ada']);
    });
  });

  describe('a request without a body that is read', () => {
    const run = () => ({ data: { hello: 'x' } });
    test('is executed once its body is drained', async () => {
      const order: string[] = [];
      const runtime = runtimeOf([endpointOf()], () => (order.push('run'), run()));
      const drainBody = async () => void order.push('drain');
      const readBody = () => expect.unreachable();
      expect((await handleRequest(runtime, requestOf('GET /v1/books', { drainBody, readBody }))).status).toBe(200);
      expect(order).toEqual(['drain', 'run']);
    });
    test('is not executed where its body breaks off', async () => {
      const runtime = runtimeOf([endpointOf()], () => expect.unreachable());
      const drainBody = () => Promise.reject(new ServiceError('BAD_REQUEST', 'Incomplete.'));
      expect(await handleRequest(runtime, requestOf('GET /v1/books', { drainBody }))).toMatchObject({
        status: 400,
        body: '{"error":"Incomplete."}',
      });
    });
    test('has its body drained no more where that is read', async () => {
      const plan = endpointOf({ method: 'POST', operationType: 'mutation' });
      const drainBody = () => expect.unreachable();
      const request = requestOf('POST /v1/books', { drainBody });
      expect((await handleRequest(runtimeOf([plan], run), request)).status).toBe(200);
    });
  });

  describe('a failure', () => {
    test('of another kind is reported though the client has gone', async () => {
      const reports: string[] = [];
      const client = new AbortController();
      const authenticate: RuntimeOptions['authenticate'] = () => (client.abort(), Promise.reject(new Error('broken')));
      const runtime = runtimeOf([endpointOf()], () => ({}), {
        authenticate,
        report: ({ error }) => void reports.push(String(error.cause)),
      });
      const reply = await handleRequest(runtime, requestOf('GET /v1/books', { signal: client.signal }));
      expect([reply.status, reports]).toEqual([500, ['Error: broken']]);
      expect(reply.body).toBe('{"error":"Internal server error; it has been logged."}');
    });
  });

  describe('compression', () => {
    const long = { data: { hello: 'x'.repeat(2000) } };
    const send = async (
      compression: boolean | undefined,
      line: string,
      headers: Record<string, string> = {},
      plan = endpointOf(),
    ) => {
      const runtime = runtimeOf([plan], () => long, {
        settings: { ...(compression !== undefined && { compression }) },
      });
      return handleRequest(runtime, requestOf(line, { headers: { 'accept-encoding': 'gzip', ...headers } }));
    };

    test('is of the body that the client accepts', async () => {
      const reply = await send(true, 'GET /v1/books');
      expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' });
      expect(gunzipSync(reply.body as Uint8Array).toString()).toBe(JSON.stringify(long.data.hello));
      expect(reply.headers['content-length']).toBe(String((reply.body as Uint8Array).length));
    });
    test('is off unless the settings say so', async () => {
      for (const setting of [false, undefined]) {
        const reply = await send(setting, 'GET /v1/books');
        expect([reply.headers['content-encoding'], reply.body]).toEqual([undefined, JSON.stringify(long.data.hello)]);
      }
    });
    test('of HEAD has the headers of GET', async () => {
      const [read, head] = [await send(true, 'GET /v1/books'), await send(true, 'HEAD /v1/books')];
      expect(head).toEqual({ ...read, body: null });
    });
    test('comes before the conditions of a read', async () => {
      const plan = endpointOf({ maxAge: 60 });
      const { etag } = (await send(true, 'GET /v1/books', {}, plan)).headers;
      expect(etag).toMatch(/\.gzip"$/);
      expect(await send(true, 'GET /v1/books', { 'if-none-match': etag! }, plan)).toMatchObject({
        status: 304,
        body: null,
      });
    });
    test('is of errors, too', async () => {
      const target = `GET /v1/${'x'.repeat(100)}`;
      const body = { error: '{message}'.repeat(20) };
      const version = versionOf({ conventions: { errors: { ...DEFAULT_CONVENTIONS.errors, body } } });
      const plan = {
        format: PLAN_FORMAT,
        versions: [version],
        coordinates: {},
        warnings: [],
        unsupported: [],
      } as const;
      const reply = (compression: boolean) =>
        handleRequest(
          runtimeOf([], () => long, { plan, settings: { compression } }),
          requestOf(target, { headers: { 'accept-encoding': 'gzip' } }),
        );
      const { status, headers, body: bytes } = await reply(true);
      expect([status, headers['content-encoding']]).toEqual([404, 'gzip']);
      expect(gunzipSync(bytes as Uint8Array).toString()).toContain('does not exist.');
      expect((await reply(false)).headers).not.toHaveProperty('content-encoding');
    });
  });
});

describe('keepPrivate', () => {
  test.each([
    ['public, max-age=60', 'private, max-age=60', 'Accept, Authorization'],
    ['private, max-age=60', 'private, max-age=60', 'Accept, Authorization'],
    ['private, no-store', 'private, no-store', 'Accept'],
  ])('%s is %s', (control, kept, vary) => {
    const headers = { 'cache-control': control, etag: '"1"', vary: 'Accept' };
    const reply = keepPrivate({ status: 200, headers, body: null });
    expect(reply.headers).toEqual({ 'cache-control': kept, etag: '"1"', vary });
  });
});

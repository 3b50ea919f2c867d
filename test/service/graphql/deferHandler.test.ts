import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import type { Exchange } from '../../../src/gateway/serve/readRequest.ts';
import type { Logger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import type { GraphqlHandler } from '../../../src/service/graphql/createGraphqlHandler.ts';
import { deferHandler } from '../../../src/service/graphql/deferHandler.ts';

const log = { error: () => {} } as unknown as Logger;
const exchange: Exchange = {
  method: 'POST',
  target: '/graphql',
  path: '/graphql',
  requestId: 'r',
  signal: new AbortController().signal,
  deadline: Infinity,
};
const request = {} as IncomingMessage;

function createResponse() {
  const sent: { status?: number; body?: string } = {};
  const response = {
    shouldKeepAlive: true,
    writeHead: (status: number) => void (sent.status = status),
    end: (body: string) => void (sent.body = body),
    once: () => response,
    on: () => response,
  };
  return { sent, response: response as unknown as ServerResponse };
}

test('creates the handler for the first request, and once', async () => {
  const handle = vi.fn<GraphqlHandler['handle']>();
  const close = vi.fn<() => Promise<void>>(async () => {});
  const create = vi.fn<() => Promise<GraphqlHandler>>(async () => ({ handle, close }));
  const deferred = deferHandler(create, log);
  expect(create).not.toHaveBeenCalled();
  const { response } = createResponse();
  deferred.handle(request, response, exchange);
  deferred.handle(request, response, exchange);
  await expect.poll(() => handle).toHaveBeenCalledTimes(2);
  deferred.handle(request, response, exchange);
  expect(handle.mock.calls).toEqual(Array.from({ length: 3 }, () => [request, response, exchange]));
  expect(create).toHaveBeenCalledOnce();
  await deferred.close();
  expect(close).toHaveBeenCalledOnce();
});

test('closes a handler that is being created, and creates none to close it', async () => {
  const close = vi.fn<() => Promise<void>>(async () => {});
  const create = vi.fn<() => Promise<GraphqlHandler>>(async () => ({ handle: () => {}, close }));
  await deferHandler(create, log).close();
  expect(create).not.toHaveBeenCalled();
  const deferred = deferHandler(create, log);
  deferred.handle(request, createResponse().response, exchange);
  await deferred.close();
  expect(close).toHaveBeenCalledOnce();
});

test('answers with 500 where the creation fails, and tries again', async () => {
  const handle = vi.fn<GraphqlHandler['handle']>();
  const create = vi
    .fn<() => Promise<GraphqlHandler>>()
    .mockRejectedValueOnce(new Error('no such module'))
    .mockResolvedValue({ handle, close: async () => {} });
  const deferred = deferHandler(create, log);
  const { sent, response } = createResponse();
  deferred.handle(request, response, exchange);
  await expect.poll(() => sent.status).toBe(500);
  expect(sent.body).toContain('"code":"INTERNAL');
  expect(handle).not.toHaveBeenCalled();
  deferred.handle(request, response, exchange);
  await expect.poll(() => handle).toHaveBeenCalledOnce();
});

// Spans and links over the real SDK, which registers itself for the whole process: hence apart from other tests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NodeSDK, type tracing } from '@opentelemetry/sdk-node';
import * as api from '@opentelemetry/api';
import { buildSchema } from 'graphql';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPortico } from '../../../../src/gateway/serve/createPortico.ts';
import type { RequestSpan } from '../../../../src/gateway/base/telemetry/Telemetry.ts';
import { createTelemetry } from '../../../../src/gateway/base/telemetry/createTelemetry.ts';

type Ended = tracing.ReadableSpan;

const ended: Ended[] = [];
const collect: tracing.SpanProcessor = {
  onStart: () => {},
  onEnd: (span) => void ended.push(span),
  forceFlush: async () => {},
  shutdown: async () => {},
};
process.env['OTEL_LOGS_EXPORTER'] = 'none';
process.env['OTEL_TRACES_SAMPLER'] = 'parentbased_always_on';
const sdk = new NodeSDK({ spanProcessors: [collect], metricReaders: [], resourceDetectors: [] });
sdk.start();
afterAll(() => sdk.shutdown());
beforeEach(() => void (ended.length = 0));

const TRACES = ['1', '2', '3'].map((digit) => digit.repeat(32));
const telemetry = createTelemetry(api, { traces: true });

function begin(traceId: string, flags = '01'): RequestSpan {
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` };
  return telemetry.beginRequest({ method: 'GET', scheme: 'http', headers });
}

const idsOf = (links: Ended['links']) => links.map(({ context }) => `${context.traceId} ${context.spanId}`);

test('a batch is a part of the first request that is sampled, and linked with the others', () => {
  const [unsampled, first, second] = [begin(TRACES[0]!, '00'), begin(TRACES[1]!), begin(TRACES[2]!)];
  unsampled.beginBatch('users', 3, [first, second]).end();
  for (const request of [unsampled, first, second]) request.finish({ status: 200 });
  const [batch, parent, other] = ended as [Ended, Ended, Ended];
  expect(ended.map(({ name }) => name)).toEqual(['batch users', 'GET', 'GET']);
  expect(batch.parentSpanContext).toEqual(parent.spanContext());
  expect(idsOf(batch.links)).toEqual([`${TRACES[2]} ${other.spanContext().spanId}`]);
  expect(idsOf(other.links)).toEqual([`${TRACES[1]} ${batch.spanContext().spanId}`]);
  expect(parent.links).toEqual([]);
});

test('what is not sampled has no spans, and passes its trace on', () => {
  const request = begin(TRACES[0]!, '00');
  const upstream = request.beginOperation('query', 'getUser').beginUpstream(new URL('http://127.0.0.1:4000/graphql'));
  const { traceparent } = upstream.inject({}) as { traceparent: string };
  upstream.end({ status: 200 });
  request.finish({ status: 200 });
  expect(traceparent).toMatch(new RegExp(`^00-${TRACES[0]}-[\\da-f]{16}-00$`));
  expect(request.trace).toMatchObject({ traceId: TRACES[0], isSampled: false });
  expect(ended).toEqual([]);
});

test('an unknown method, a failure and a disconnect are named without what the client sent', () => {
  const request = telemetry.beginRequest({ method: 'BREW', scheme: 'https', headers: {} });
  request.beginOperation('query', 'getUser').end(Object.assign(new Error('a secret'), { code: 'a secret' }));
  request.finish({ status: 500 });
  telemetry.beginRequest({ method: 'GET', scheme: 'http', headers: {} }).finish({ status: 0 });
  expect(ended.map(({ name, status, attributes }) => [name, status.code, attributes['error.type']])).toEqual([
    ['query getUser', api.SpanStatusCode.ERROR, 'Error'],
    ['HTTP', api.SpanStatusCode.ERROR, '500'],
    ['GET', api.SpanStatusCode.UNSET, 'client_disconnected'],
  ]);
  expect(ended[1]!.attributes).toMatchObject({ 'http.request.method': '_OTHER', 'url.scheme': 'https' });
  expect(JSON.stringify(ended.map(({ status, attributes, events }) => [status, attributes, events]))).not.toMatch(
    /secret|BREW/,
  );
});

test('a library measures by the SDK of its host, whose spans are around and in those of Portico', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'v1'));
  const operation = 'query getNote($id: ID!) @endpoint(method: GET, path: "/notes/{id}") { note(id: $id) { id text } }';
  writeFileSync(path.join(folder, 'v1/getNote.graphql'), operation);
  const schema = buildSchema('type Query { note(id: ID!): Note } type Note { id: ID! text: String }');
  const tracer = api.trace.getTracer('host');
  schema.getQueryType()!.getFields()['note']!.resolve = (_, { id }: { id: string }) => {
    tracer.startSpan('resolver').end();
    if (id === '2') throw new Error('a defect');
    return { id, text: 'hello' };
  };
  const failures: (string | undefined)[] = [];
  const portico = createPortico({
    schema,
    endpoints: folder,
    report: ({ traceId }) => void failures.push(traceId),
  });
  const send = (id: string, headers = {}) => portico.fetch(new Request(`http://host.test/notes/${id}`, { headers }));
  // The first requests are served while the packages are loaded.
  await expect
    .poll(async () => {
      await send('1');
      return ended.length;
    })
    .toBeGreaterThan(1);
  ended.length = 0;

  const around = tracer.startSpan('host');
  const response = await api.context.with(api.trace.setSpan(api.context.active(), around), () => send('1'));
  around.end();
  expect([response.status, response.headers.get('traceresponse')]).toEqual([200, null]);
  const named = (name: string) => ended.find((span) => span.name === name)!;
  const chain = ['host', 'GET /notes/{id}', 'query getNote', 'resolver'].map(named);
  for (const [index, span] of chain.slice(1).entries())
    expect(span.parentSpanContext).toEqual(chain[index]!.spanContext());
  expect(chain[1]!.kind).toBe(api.SpanKind.INTERNAL);

  ended.length = 0;
  const traceparent = `00-${TRACES[0]}-00f067aa0ba902b7-01`;
  const failed = await send('2', { traceparent });
  const { kind, parentSpanContext, attributes, spanContext } = named('GET /notes/{id}');
  expect({ kind, parent: parentSpanContext?.spanId, status: attributes['http.response.status_code'] }).toEqual({
    kind: api.SpanKind.SERVER,
    parent: '00f067aa0ba902b7',
    status: 500,
  });
  const { spanId } = spanContext.call(named('GET /notes/{id}'));
  expect(failed.headers.get('traceresponse')).toBe(`00-${TRACES[0]}-${spanId}-01`);
  expect(failures).toEqual([TRACES[0]]);
});

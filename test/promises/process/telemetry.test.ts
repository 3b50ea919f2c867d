// What operators see of the program: its metrics, a trace through a façade to the statements, and trace ids without any of that.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportUsage } from '../../../src/cli/reportUsage.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { ALL_SCOPES, signToken } from '../support/signToken.ts';
import { type Program, ROOT, startProgram } from '../support/startProgram.ts';

/** Writes to standard error, when the process ends, which packages of OpenTelemetry it has loaded. */
const REPORT_PACKAGES = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  const { cache } = createRequire(process.execPath);
  process.on('exit', () => {
    const loaded = Object.keys(cache).flatMap((file) => /@opentelemetry.[^\\\\/]+/.exec(file) ?? []);
    process.stderr.write('loaded packages: ' + JSON.stringify([...new Set(loaded)]) + '\\n');
  });
`)}`;

/** A span of OTLP in JSON. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
}

/** What a client uses, as `portico usage` prints it. */
interface Usage {
  client: string;
  lastUse: string;
}

/** The last words of names in Prometheus, by the unit of a metric. */
const UNITS: Record<string, string> = { s: '_seconds', By: '_bytes', 1: '_ratio' };

const KINDS = { internal: 1, server: 2, client: 3 };

const folder = mkdtempSync(path.join(tmpdir(), 'portico-telemetry-'));
const spans: Span[] = [];
const collector = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  spans.push(...readSpans(text));
  response.setHeader('content-type', 'application/json').end('{}');
});
let service: Program;
let facade: Program;
let unmeasured: Program;

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const telemetry = {
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    NODE_OPTIONS: `--import=${REPORT_PACKAGES}`,
  };
  const DATA_DIR = path.join(folder, 'data');
  await fillDataFolder(DATA_DIR, 'demo');
  service = await startProgram({ ...telemetry, DATA_DIR, RATE_LIMIT: '200/3600' });
  const upstream = ['--upstream', `${service.client.url.origin}/graphql`, '--schema', 'schema/supergraph.graphql'];
  facade = await startProgram(telemetry, ...upstream);
  unmeasured = await startProgram({ NODE_OPTIONS: telemetry.NODE_OPTIONS }, ...upstream);
});

afterAll(async () => {
  for (const program of [service, facade, unmeasured]) await program?.end('SIGKILL');
  collector.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('metrics', () => {
  test('are those of the documentation, with labels from a bounded set', async () => {
    const { client } = service;
    for (const id of [1, 2, 3, 999_999]) await client.get(`/v1/products/${id}`);
    await client.get('/v1/orders?expand=user&limit=20');
    await client.get('/v1/no-such-path/7');
    await client.request('PROPFIND', '/v1/products/1');
    const body = { name: 'Ada Secret' };
    const keyed = { body, headers: { 'idempotency-key': 'a-secret-key' } };
    for (let sent = 0; sent < 2; sent++) expect((await client.request('POST', '/v1/users', keyed)).status).toBe(201);
    await facade.client.get('/v1/users/1');
    const headers = { authorization: `Bearer ${await signToken({ sub: 'somebody-limited', scope: ALL_SCOPES })}` };
    const limited = Array.from({ length: 201 }, () => client.get('/v1/products/1', { scope: null, headers }));
    expect((await Promise.all(limited)).filter(({ status }) => status === 429)).toHaveLength(1);

    const pages = await Promise.all([service, facade].map(readMetrics));
    const served = new Map<string, Set<string>>();
    for (const [name, labels] of pages.flatMap(readLabels)) {
      served.set(name, new Set([...(served.get(name) ?? []), ...labels]));
    }
    served.delete('target_info');
    const documented = readTable();
    expect([...served.keys()].sort()).toEqual([...documented.keys()].sort());
    for (const [name, labels] of served)
      expect({ name, labels: documented.get(name) }).toEqual({
        name,
        labels: expect.arrayContaining([...labels]) as string[],
      });

    const [page] = pages as [string];
    expect(page.replaceAll(/ \S+$/gm, '')).not.toMatch(/secret|somebody|999999|no-such-path|PROPFIND|\/health|"\/v1/);
    const counts = page.split('\n').filter((line) => line.startsWith('http_server_request_duration_seconds_count'));
    expect(counts).toContainEqual(
      'http_server_request_duration_seconds_count{http_request_method="GET",url_scheme="http",http_response_status_code="404",' +
        'http_route="/products/{id}",portico_api_version="1",graphql_operation_name="getProduct"} 1',
    );
    expect(counts).toContainEqual(
      'http_server_request_duration_seconds_count{http_request_method="_OTHER",url_scheme="http",http_response_status_code="405"} 1',
    );
    expect(counts).toContainEqual(
      expect.stringMatching(/{[^}]*"GET",url_scheme="http",http_response_status_code="404"} 1$/),
    );
    expect(page).toContain('portico_idempotency_replays_total 1\n');
    expect(page).toContain('portico_requests_refused_total{reason="rate_limit"} 1\n');
  });

  test('say which client uses what, as portico usage reads them', async () => {
    const claims = { sub: 'ada', scope: ALL_SCOPES, client_id: 'shop "1"' };
    const headers = { authorization: `Bearer ${await signToken(claims)}` };
    const since = Math.floor(Date.now() / 1000) * 1000;
    for (const id of [1, 2]) await service.client.get(`/v2/products/${id}`, { scope: null, headers });
    // A request counts when its response has ended, which its client sees a moment earlier.
    const used = async () => {
      const { usage } = (await reportUsage({ metrics: metricsUrlOf(service) })).json as { usage: Usage[] };
      return usage.filter(({ client }) => client === 'shop "1"');
    };
    await expect.poll(used).toEqual([
      {
        endpoint: 'GET /products/{id}',
        version: 2,
        client: 'shop "1"',
        requests: 2,
        lastUse: expect.any(String) as string,
        deprecated: [],
      },
    ]);
    const [{ lastUse }] = (await used()) as [Usage];
    expect(Date.parse(lastUse)).toBeGreaterThanOrEqual(since);
  });

  test('are served at no other path, and not at PORT', async () => {
    const url = metricsUrlOf(service);
    expect((await fetch(new URL('/v1/products', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(url)).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await service.client.get('/metrics')).status).toBe(404);
  });
});

describe('a trace', () => {
  test('leads from the request to a façade to the statement', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    expect((await facade.client.get('/v1/users/2', { headers: { traceparent } })).status).toBe(200);
    await expect.poll(() => spans.filter((span) => span.traceId === traceId)).toHaveLength(7);
    const trace = spans.filter((span) => span.traceId === traceId);
    const chain: Span[] = [];
    for (let parent: string | undefined = '00f067aa0ba902b7'; ; parent = chain.at(-1)!.spanId) {
      const next = trace.find(({ parentSpanId }) => parentSpanId === parent);
      if (!next) break;
      chain.push(next);
    }
    expect(chain.map(({ name, kind }) => [name, kind])).toEqual([
      ['GET /users/{id}', KINDS.server],
      ['query getUser', KINDS.internal],
      ['POST', KINDS.client],
      ['POST /graphql', KINDS.server],
      ['query getUser', KINDS.internal],
      ['batch users', KINDS.internal],
      ['SELECT', KINDS.client],
    ]);
    const [request, operation, , , , batch, statement] = chain.map(({ attributes }) => attributes);
    expect(request).toEqual({
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'http.response.status_code': 200,
      'http.route': '/users/{id}',
      'portico.api.version': 1,
      'graphql.operation.name': 'getUser',
    });
    expect(operation).toEqual({ 'graphql.operation.type': 'query', 'graphql.operation.name': 'getUser' });
    expect(batch).toEqual({ 'portico.batch.name': 'users', 'portico.batch.size': 1 });
    expect(statement).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' });
    expect(statement!['db.query.text']).toMatch(/^SELECT .* FROM "public"."users" WHERE "public"."users"."id" = \$1/);
    expect(JSON.stringify(trace)).not.toContain('/v1/users/2');
  });

  test('that begins here is in the log and in an error', async () => {
    const requestId = 'begins-here';
    const { headers } = await service.client.get('/v1/users/999999', { headers: { 'x-request-id': requestId } });
    const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-01$/.exec(String(headers['traceresponse']))!;
    await expect.poll(() => findLine(service, requestId)).toMatchObject({ traceId });
    await expect.poll(() => spans.find((span) => span.spanId === spanId)).toMatchObject({ name: 'GET /users/{id}' });
    expect((await service.client.get('/v1/users/1')).headers['traceresponse']).toBeUndefined();
    const refused = await service.client.request('POST', '/graphql', { body: { query: '{' } });
    expect(refused).toMatchObject({ status: 400, headers: { traceresponse: expect.stringMatching(/-01$/) as string } });
  });
});

test('without settings, a traceparent is in the log, in errors and at the upstream, and no package is loaded', async () => {
  const traceId = '80e1afed08e019fc1110464cfa66635c';
  const headers = { traceparent: `00-${traceId}-7a085853722dc6d2-01`, 'x-request-id': 'unmeasured' };
  const missing = await unmeasured.client.get('/v1/users/999999', { headers });
  expect(missing).toMatchObject({ status: 404, headers: { traceresponse: headers.traceparent } });
  await expect.poll(() => findLine(unmeasured, 'unmeasured')).toMatchObject({ status: 404, traceId });
  await expect
    .poll(() => spans.find((span) => span.traceId === traceId && span.kind === KINDS.server))
    .toMatchObject({
      name: 'POST /graphql',
      parentSpanId: '7a085853722dc6d2',
    });
  const invalid = { traceparent: '00-0-0-01', 'x-request-id': 'invalid' };
  expect((await unmeasured.client.get('/v1/users/999999', { headers: invalid })).headers).not.toHaveProperty(
    'traceresponse',
  );
  await expect.poll(() => findLine(unmeasured, 'invalid')).toBeDefined();
  expect(findLine(unmeasured, 'invalid')).not.toHaveProperty('traceId');

  expect(await unmeasured.end('SIGTERM')).toBe(0);
  expect(unmeasured.output()).toContain('loaded packages: []\n');
  expect(await facade.end('SIGTERM')).toBe(0);
  expect(facade.output()).toMatch(/loaded packages: \[.*"@opentelemetry\/sdk-node"/);
  expect(await service.end('SIGTERM')).toBe(0);
});

function findLine(program: Program, requestId: string): Record<string, unknown> | undefined {
  const line = program
    .output()
    .split('\n')
    .find((each) => each.includes(`"requestId":"${requestId}"`));
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
}

function metricsUrlOf(program: Program): string {
  return /^Metrics are at (\S+)$/m.exec(program.output())![1]!;
}

async function readMetrics(program: Program): Promise<string> {
  return (await fetch(metricsUrlOf(program))).text();
}

/** The names of metrics, each with the labels of one sample. */
function readLabels(page: string): [string, string[]][] {
  const types = new Map([...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  return page.split('\n').flatMap((line) => {
    const [, sample, list = ''] = /^(\w+)(?:{(.*)})? \S+$/.exec(line) ?? [];
    if (sample === undefined) return [];
    const base = sample.replace(/_(?:bucket|sum|count)$/, '');
    const name = types.get(base) === 'histogram' ? base : sample;
    return [[name, [...list.matchAll(/(\w+)="/g)].map(([, label]) => label!).filter((label) => label !== 'le')]];
  });
}

/** The metrics of docs/telemetry.md with their labels, as Prometheus names both. */
function readTable(): Map<string, string[]> {
  const lines = readFileSync(path.join(ROOT, 'docs/telemetry.md'), 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, metric, type, unit = '', labels = ''] = line.split('|').map((cell) => cell.trim());
      const [, name] = /^`([a-z\d_.]+)`$/.exec(metric ?? '') ?? [];
      if (name === undefined || !['histogram', 'gauge', 'counter'].includes(type ?? '')) return [];
      const named = [...labels.matchAll(/`([\w.]+)`/g)].map(([, label]) => toPrometheus(label!));
      const suffix = UNITS[unit.replaceAll('`', '')] ?? '';
      return [[toPrometheus(name) + suffix + (type === 'counter' ? '_total' : ''), named]];
    }),
  );
}

function toPrometheus(name: string): string {
  return name.replaceAll('.', '_');
}

function readSpans(text: string): Span[] {
  interface Exported extends Omit<Span, 'attributes'> {
    attributes: { key: string; value: Record<string, unknown> }[];
  }
  const { resourceSpans = [] } = JSON.parse(text) as { resourceSpans?: { scopeSpans: { spans: Exported[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      })),
    ),
  );
}

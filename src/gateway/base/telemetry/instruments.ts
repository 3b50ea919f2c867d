// The metrics of a process: docs/telemetry.md has them as a table.
import type * as Api from '@opentelemetry/api';
import type { ConnectionCounts, ReceivedRequest, SlotCounts } from './Telemetry.ts';
import type { UsageTable } from './usage.ts';

/** Upper bounds in seconds, of the semantic conventions. */
const HTTP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const DATABASE_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000];

export type Instruments = ReturnType<typeof createInstruments>;

export function createInstruments(api: typeof Api) {
  const meter = api.metrics.getMeter('portico');
  const histogram = (name: string, [unit, buckets]: [string, number[]], description: string) =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: buckets } });

  /** Requests in progress, by method and scheme, each of which is one of few. */
  const active = new Map<string, { attributes: Api.Attributes; requests: number }>();
  meter
    .createObservableUpDownCounter('http.server.active_requests', {
      unit: '{request}',
      description: 'Requests in progress.',
    })
    .addCallback((result) => {
      for (const { requests, attributes } of active.values()) result.observe(requests, attributes);
    });
  const pools = new Set<() => ConnectionCounts>();
  observePools(meter, pools);
  const slots = new Set<() => SlotCounts>();
  observeUpstreamSlots(meter, slots);

  return {
    /** With it, recording does not look for that of the caller. */
    noContext: api.ROOT_CONTEXT,
    requests: histogram('http.server.request.duration', ['s', HTTP_SECONDS], 'Duration of requests.'),
    upstream: histogram('http.client.request.duration', ['s', HTTP_SECONDS], 'Duration of requests to the upstream.'),
    statements: histogram('db.client.operation.duration', ['s', DATABASE_SECONDS], 'Duration of statements.'),
    connectionWait: histogram(
      'db.client.connection.wait_time',
      ['s', DATABASE_SECONDS],
      'Time for which statements wait for a connection.',
    ),
    batches: histogram('portico.batch.size', ['{read}', BATCH_SIZES], 'Reads of requests that share statements.'),
    refusals: meter.createCounter('portico.requests.refused', {
      unit: '{request}',
      description: 'Requests refused by the overload protection or a rate limit.',
    }),
    replays: meter.createCounter('portico.idempotency.replays', {
      unit: '{request}',
      description: 'Responses to an Idempotency-Key that were sent again.',
    }),
    countActive({ method, scheme }: ReceivedRequest, change: 1 | -1): void {
      const key = `${method} ${scheme}`;
      const known = active.get(key);
      if (known) known.requests += change;
      else active.set(key, { requests: change, attributes: { 'http.request.method': method, 'url.scheme': scheme } });
    },
    observeConnections: (read: () => ConnectionCounts) => {
      pools.add(read);
      return () => void pools.delete(read);
    },
    observeSlots: (read: () => SlotCounts) => void slots.add(read),
    observeUsage: (usage: UsageTable) => observeUsage(meter, usage),
  };
}

const POOL_NAME = 'db.client.connection.pool.name';
const POOL_STATE = 'db.client.connection.state';

function observePools(meter: Api.Meter, pools: ReadonlySet<() => ConnectionCounts>): void {
  const pool = { [POOL_NAME]: 'portico' };
  const observe = (
    [name, unit, description]: [string, string, string],
    observations: (counts: ConnectionCounts) => [number, Api.Attributes][],
  ) =>
    meter.createObservableUpDownCounter(name, { unit, description }).addCallback((result) => {
      for (const read of pools)
        for (const [value, attributes] of observations(read())) result.observe(value, attributes);
    });
  observe(['db.client.connection.count', '{connection}', 'Connections to the database.'], ({ idle, used }) => [
    [idle, { ...pool, [POOL_STATE]: 'idle' }],
    [used, { ...pool, [POOL_STATE]: 'used' }],
  ]);
  observe(['db.client.connection.max', '{connection}', 'The most connections to the database.'], ({ max }) => [
    [max, pool],
  ]);
  observe(
    ['db.client.connection.pending_requests', '{request}', 'Statements that wait for a connection.'],
    (counts) => [[counts.pending, pool]],
  );
}

function observeUpstreamSlots(meter: Api.Meter, slots: ReadonlySet<() => SlotCounts>): void {
  meter
    .createObservableUpDownCounter('portico.upstream.requests', {
      unit: '{request}',
      description: 'Upstream requests that take a slot or wait for one.',
    })
    .addCallback((result) => {
      for (const read of slots) {
        const { used, pending } = read();
        result.observe(used, { state: 'used' });
        result.observe(pending, { state: 'pending' });
      }
    });
}

/** Who still uses what. Clients name themselves, and the table has a bounded number of them. */
function observeUsage(meter: Api.Meter, usage: UsageTable): void {
  const requests = meter.createObservableCounter('portico.usage.requests', {
    unit: '{request}',
    description: 'Requests of a client to an endpoint.',
  });
  const lastUse = meter.createObservableGauge('portico.usage.last_use', {
    unit: 's',
    description: 'When a client has used an endpoint last, in seconds since the epoch.',
  });
  const deprecated = meter.createObservableCounter('portico.usage.deprecated', {
    unit: '{request}',
    description: 'Requests of a client that use a deprecated part of an endpoint.',
  });
  meter.addBatchObservableCallback(
    (result) => {
      for (const { endpoint, version, client, ...use } of usage.values()) {
        const attributes = { endpoint, version, client };
        result.observe(requests, use.requests, attributes);
        result.observe(lastUse, use.lastUse / 1_000, attributes);
        for (const [part, { requests: count }] of use.deprecated) {
          result.observe(deprecated, count, { ...attributes, deprecated: part });
        }
      }
    },
    [requests, lastUse, deprecated],
  );
}

// The process that generates the load: it receives one round at a time, and sends back its measurements.
import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import type { Ask } from '../contenders/Contender.ts';

/** One round to run. */
export interface Load {
  origin: string;
  authorization: string;
  connections: number;
  seconds: number;
  asks: readonly Ask[];
}

/** What came of it. */
export interface LoadResult {
  requestsPerSecond: number;
  /** How many requests were answered. */
  requests: number;
  /** Of a request, in milliseconds. */
  median: number;
  p99: number;
  /** Responses that were no success, and requests without a response. */
  errors: number;
  /** How many of which kind: `12 × 503`. */
  causes: readonly string[];
}

/** What GraphQL answers with a 200 when something went wrong. */
const FAILURE = '"errors":';

async function run({ origin, authorization, connections, seconds, asks }: Load): Promise<LoadResult> {
  const headers = { authorization, 'content-type': 'application/json' };
  const requests = asks.map((ask) => ({ ...ask, headers }));
  // In microseconds; autocannon's own is in whole milliseconds.
  const times = createHistogram();
  const started = performance.now();
  const statuses = new Map<number, number>();
  let last = started;
  const options: autocannon.Options = {
    url: origin,
    connections,
    duration: seconds,
    sampleInt: 100,
    // Each connection begins somewhere else, so that they do not all ask the same at the same moment.
    setupClient: (client) => {
      const first = Math.floor(Math.random() * requests.length);
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
    verifyBody: (body) => !String(body).includes(FAILURE),
  };
  const { errors, timeouts, non2xx, mismatches } = await new Promise<autocannon.Result>((resolve, reject) => {
    const settle = (error: Error | null, result: autocannon.Result) => (error ? reject(error) : resolve(result));
    autocannon(options, settle).on('response', (_client, status, _bytes, milliseconds) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      times.record(Math.max(1, Math.round(milliseconds * 1000)));
      last = performance.now();
    });
  });
  return {
    requests: times.count,
    requestsPerSecond: (times.count * 1000) / (last - started),
    median: times.percentile(50) / 1000,
    p99: times.percentile(99) / 1000,
    // Timeouts are errors too, and an error of GraphQL can have a status of its own.
    errors: errors + Math.max(non2xx, mismatches),
    causes: [
      ...[...statuses].filter(([status]) => status >= 300).map(([status, count]) => `${count} × ${status}`),
      ...(errors > timeouts ? [`${errors - timeouts} × no response`] : []),
      ...(timeouts > 0 ? [`${timeouts} × timeout`] : []),
      ...(mismatches > 0 ? [`${mismatches} × GraphQL errors`] : []),
    ],
  };
}

process.on('message', async (load: Load) => process.send!(await run(load)));

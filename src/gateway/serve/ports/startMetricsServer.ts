// METRICS_PORT: the metrics of the process, or those of all workers, for Prometheus.
// See https://prometheus.io/docs/instrumenting/exposition_formats/
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathOf } from '../../http/urls.ts';
import { SERVER_TIMEOUTS, createBoundedServer } from './createBoundedServer.js';
import { type PortSettings, authorityOf, logLimit } from './startHttpServer.ts';

export interface MetricsServerOptions extends PortSettings {
  /** The metrics as text. */
  render(): Promise<string>;
}

export type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

/** Serves `/metrics`; rejects with Node's error if the address is not available. */
export async function startMetricsServer(options: MetricsServerOptions) {
  const { host, port, maxConnectionsPerAddress, render, log } = options;
  /** What all scrapes of a moment are sent. */
  let pending: Promise<string> | undefined;
  async function respond({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (pathOf(url) !== '/metrics') return send(response, 404, 'Not found. This port has /metrics.\n');
    if (method !== 'GET' && method !== 'HEAD') return send(response.setHeader('allow', 'GET, HEAD'), 405, '');
    try {
      send(response, 200, await (pending ??= render().finally(() => (pending = undefined))));
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be collected');
      send(response, 500, 'The metrics could not be collected; the log says why.\n');
    }
  }

  const limits = { timeouts: SERVER_TIMEOUTS, maxConnectionsPerAddress };
  const server = createBoundedServer(limits, logLimit(log, maxConnectionsPerAddress));
  server.on('request', (request, response) => void respond(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const url = `http://${authorityOf(host, (server.address() as AddressInfo).port)}/metrics`;
  return {
    url,
    greeting: `Metrics are at ${url}\n`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
}

/** The metrics of several processes, whose labels say of which: the samples of a metric have to follow each other. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { head: Set<string>; samples: string[] }>();
  for (const text of texts) {
    let family: { head: Set<string>; samples: string[] } | undefined;
    for (const line of text.split('\n')) {
      const name = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        family = families.get(name) ?? { head: new Set(), samples: [] };
        families.set(name, family);
        family.head.add(line);
      } else if (line !== '' && !line.startsWith('#')) family?.samples.push(line);
    }
  }
  return [...families.values()].map(({ head, samples }) => [...head, ...samples, ''].join('\n')).join('');
}

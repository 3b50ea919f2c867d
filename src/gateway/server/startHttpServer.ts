import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerInTurn } from './answerInTurn.ts';
import { answerNodeErrors } from './answerNodeErrors.ts';
import { createListener, type ListenerSettings } from './createListener.ts';
import { DRAINING } from './draining.ts';
import { gracefulClose } from './gracefulClose.ts';

export interface HttpSettings extends ListenerSettings {
  host: string;
  /** 0 takes any free port. */
  port: number;
}

export interface HttpServer {
  port: number;
  /** Where it is reached, with the base path and without a slash at the end. */
  url: string;
  /** Goes on, but is not ready any more, and ends each connection behind its next answer. */
  drain(): void;
  /** Accepts nothing more, and settles when what is in flight has been answered, or has taken too long for that. */
  close(): Promise<void>;
}

/** Times in milliseconds. Load balancers keep connections for a minute, and must be the ones that close them. */
const OPTIONS = {
  keepAliveTimeout: 72_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Checked by our own hand: Node's answer to a missing Host has no body.
  requireHostHeader: false,
};

/** Starts listening; rejects with Node's error if the address cannot be had. */
export async function startHttpServer({ host, port, ...settings }: HttpSettings): Promise<HttpServer> {
  const server = createServer(OPTIONS);
  const ending = gracefulClose(server);
  const ping = () => (ending.begun ? Promise.reject(DRAINING) : settings.ping());
  server.on('request', answerInTurn(createListener({ ...settings, ping })));
  // Lines beyond a count are refused rather than dropped.
  server.maxHeadersCount = 0;
  answerNodeErrors(server, settings.rest.conventions);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    port: bound,
    url: `http://${authorityOf(host, bound)}${settings.basePath}`,
    drain: ending.drain,
    close: ending.close,
  };
}

/** A server that listens on every address is reached on the machine itself. */
function authorityOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `127.0.0.1:${port}`;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

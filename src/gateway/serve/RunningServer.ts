// A server in one of its modes, from its start until it is closed.
import type { Conventions } from '../plan/conventions/Conventions.ts';
import type { RestEngine } from './createRestEngine.ts';
import { ServiceError } from '../base/errors/ServiceError.ts';
import type { Telemetry } from '../base/telemetry/Telemetry.ts';
import type { Logger } from '../base/telemetry/createLogger.ts';

export interface RunningServer {
  /** Its URL, with the base path and without a trailing slash. */
  url: string;
  health: Health;
  /** Continues to serve, but reports not ready, and closes each connection after its next response. */
  drain(): void;
  /** Completes pending requests, then closes everything that it opened. */
  close(): Promise<void>;
}

export interface Health {
  /** Those of its errors; undefined for the default ones. */
  conventions: Conventions | undefined;
  /** Rejects while the server is not ready, with what a client reads where that is a ServiceError. */
  check(): Promise<void>;
}

/** What a process provides itself, in place of what the settings say. */
export interface Overrides {
  log?: Logger;
  /** Absent: nothing is measured. */
  telemetry?: Telemetry | undefined;
  /** Receives lines of progress, without a line break, during what takes seconds. */
  onProgress?: (line: string) => void;
  /** Time from the arrival of a request until it times out. */
  requestTimeoutMs?: number;
  /** Serves the engine in another way than over HTTP. */
  serve?: ((engine: Pick<RestEngine, 'tools'>) => Promise<Pick<RunningServer, 'url' | 'close'>>) | undefined;
}

/** Starts a server that uses a resource, which is closed after it, or when `start` rejects. */
export async function startWith<Used extends { close(): void | Promise<void> }>(
  resource: Used,
  start: (resource: Used) => Promise<RunningServer>,
): Promise<RunningServer> {
  try {
    const server = await start(resource);
    return { ...server, close: () => server.close().finally(() => resource.close()) };
  } catch (error) {
    await resource.close();
    throw error;
  }
}

/** A check that runs once at a time: calls during it share its result, so that probes, which need no credentials, cannot multiply it. */
export function shareProbe(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= check().finally(() => (running = undefined)));
}

/** The readiness error of a process that is shutting down. It is expected, so it is not logged as a failure. */
export const DRAINING = new ServiceError('UNAVAILABLE', 'The server is shutting down; try again shortly.');

/** Whether a 5xx has a cause in this process or behind it: the version, method and coding of a request are the client's choice. */
export function isFailure(error: ServiceError): boolean {
  const { status, code } = error;
  return status >= 500 && error !== DRAINING && code !== 'NOT_IMPLEMENTED' && code !== 'HTTP_VERSION_NOT_SUPPORTED';
}

// HEALTH_PORT: the probes of the process in a thread of its own, which responds while the event loop of the main thread is busy with
// requests. The main thread renders what is not about being alive, so the responses are those of PORT.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../base/errors/ServiceError.ts';
import { internalError } from '../../base/errors/knownErrors.ts';
import type { Reply } from '../../http/Reply.ts';
import { pathOf } from '../../http/urls.ts';
import type { RestRequest } from '../../handle/read/RestRequest.ts';
import { renderError } from '../../handle/renderError.ts';
import { reportFailure } from '../../base/telemetry/requestLog.ts';
import { type Health, isFailure } from '../RunningServer.ts';
import { SERVER_TIMEOUTS, type ServerLimits } from './createBoundedServer.js';
import { checkHealth } from '../readOnlyReplies.ts';
import { REQUEST_ID } from '../readRequest.ts';
import { type PortSettings, authorityOf, logLimit } from './startHttpServer.ts';

/** Milliseconds without a turn of the main loop after which the process is not alive. */
const MAX_SILENCE_MS = 10_000;
/** Milliseconds between two signs of life. */
export const BEAT_INTERVAL_MS = 1_000;
/** Milliseconds for the main thread to respond; orchestrators wait for a second. */
const ANSWER_TIMEOUT_MS = 900;

export interface HealthServerOptions extends PortSettings {
  health: Health;
  /** Milliseconds since the last turn of the process that has been silent for longest, where others serve. Absent: this one does. */
  silentMs?: () => number;
  maxSilenceMs?: number;
  answerTimeoutMs?: number;
}

export type HealthServer = Awaited<ReturnType<typeof startHealthServer>>;

export interface HealthRequest extends Pick<RestRequest, 'method' | 'target' | 'requestId'> {
  accept: string | undefined;
}

/** What `healthThread.js` starts with. */
export interface HealthThreadData extends Required<
  Pick<HealthServerOptions, 'host' | 'port' | 'maxSilenceMs' | 'answerTimeoutMs'>
> {
  limits: Omit<ServerLimits, 'trustsPeer'>;
  /** Two 64-bit integers: when the main loop turned last, in nanoseconds of `process.hrtime`, and 1 in a drain. */
  state: SharedArrayBuffer;
  requestIds: RegExp;
  replies: {
    ok: Reply;
    /** Of a process that does not respond. */
    silent: Reply;
    /** What its body has in place of the request id. */
    requestId: string;
  };
}

type ThreadMessage =
  | { address: AddressInfo }
  | { error: { message: string } }
  | { id: number; request: HealthRequest }
  | { limited: string };

/** Serves `/health/live` and `/health/ready` from a thread; rejects with Node's error if the address is not available. */
export async function startHealthServer(options: HealthServerOptions) {
  const { host, port, maxConnectionsPerAddress, health, silentMs = () => 0, log } = options;
  const shared = new BigInt64Array(new SharedArrayBuffer(16));
  const beat = () => Atomics.store(shared, 0, process.hrtime.bigint() - BigInt(Math.round(silentMs() * 1e6)));
  beat();
  const data: HealthThreadData = {
    host,
    port,
    limits: { timeouts: SERVER_TIMEOUTS, maxConnectionsPerAddress },
    state: shared.buffer,
    requestIds: REQUEST_ID,
    replies: {
      ok: await checkHealth('GET', async () => {}),
      silent: renderError(SILENT, undefined, ID_PLACEHOLDER, health.conventions),
      requestId: ID_PLACEHOLDER,
    },
    maxSilenceMs: options.maxSilenceMs ?? MAX_SILENCE_MS,
    answerTimeoutMs: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
  };
  const thread = new Worker(new URL('./healthThread.js', import.meta.url), { workerData: data, execArgv: [] });
  const [first] = (await once(thread, 'message')) as [ThreadMessage];
  if ('error' in first) {
    await thread.terminate();
    throw Object.assign(new Error(first.error.message), first.error);
  }
  const beats = setInterval(beat, BEAT_INTERVAL_MS).unref();
  thread.on('error', (error) => log.error({ err: error }, 'the server of HEALTH_PORT failed'));
  const warn = logLimit(log, maxConnectionsPerAddress);
  thread.on('message', async (message: ThreadMessage) => {
    if ('limited' in message) warn(message.limited);
    if ('request' in message) thread.postMessage({ id: message.id, reply: await respond(message.request) });
  });
  thread.unref();

  async function respond({ method, target, accept, requestId }: HealthRequest): Promise<Reply> {
    const path = pathOf(target);
    try {
      if (path === '/health/live') return await checkHealth(method, async () => {});
      if (path === '/health/ready') return await checkHealth(method, health.check);
      throw new ServiceError('NOT_FOUND', 'Not found. This port has /health/live and /health/ready.');
    } catch (thrown) {
      const error = thrown instanceof ServiceError ? thrown : internalError(thrown);
      if (isFailure(error)) reportFailure(log, { requestId, method, path, error });
      return renderError(error, accept, requestId, health.conventions);
    }
  }

  const url = `http://${authorityOf(host, 'address' in first ? first.address.port : port)}`;
  return {
    url,
    greeting: `Health probes are at ${url}/health/live and ${url}/health/ready\n`,
    /** Not ready from now on, also while the main thread does not respond. */
    drain: () => void Atomics.store(shared, 1, 1n),
    close: async () => {
      clearInterval(beats);
      await thread.terminate();
    },
  };
}

const SILENT = new ServiceError('UNAVAILABLE', 'The process is not responding; try again shortly.');

/** A valid request id that nobody sends. */
const ID_PLACEHOLDER = '00000000-0000-0000-0000-000000000000';

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { type Settings, SettingsError } from '../../gateway/base/settings/Settings.ts';
import { ServiceError } from '../../gateway/base/errors/ServiceError.ts';
import type { ErrorCode } from '../../gateway/base/errors/codes.ts';
import { DRAINING, type Health, shareProbe } from '../../gateway/serve/RunningServer.ts';
import type { Logger } from '../../gateway/base/telemetry/createLogger.ts';
import { UsageError } from '../../project/UsageError.ts';
import type { ServeMode } from './ServeMode.ts';

/** A worker that exits later than this after its start has not crashed at startup. */
const STABLE_AFTER_MS = 10_000;
/** The delay before the first replacement; it doubles with each consecutive crash. */
const MIN_RESTART_DELAY_MS = 100;
const MAX_RESTART_DELAY_MS = 10_000;
/** A stopped worker is killed after this time; it cuts requests in flight earlier, unless it hangs. */
const CLOSE_TIMEOUT_MS = 15_000;

/** Time in which a worker has to send its metrics: Prometheus waits for ten seconds. */
const METRICS_TIMEOUT_MS = 2_000;

/** The messages of a worker: its greeting first, then the signals that it receives, and what HEALTH_PORT depends on. */
export type WorkerMessage =
  | { greeting: string; conventions?: Health['conventions'] }
  | 'drain'
  | 'stop'
  | 'beat'
  | { checked: true }
  | { metrics: string }
  | FailedCheck;

/** The messages of the primary process. */
export type PrimaryMessage = 'drain' | 'stop' | 'check' | 'metrics';

/** A worker that is not ready, and the parts of a ServiceError that says why; without a code, of any other error. */
export interface FailedCheck {
  checked: false;
  message: string;
  code?: string;
  status?: number;
  headers?: Record<string, string>;
}

/** What the primary process knows of a worker that has been ready. */
interface WorkerHealth {
  /** By `performance.now`. */
  lastBeat: number;
  check(): Promise<void>;
}

/** Processes that share one port. */
export interface Workers {
  /** The greeting of the first worker, when it is ready. Rejects if it exits before; then there are no others. */
  greeting: Promise<string>;
  /** The health of all: ready while one of them is. Its conventions are known with the greeting. */
  health: Health;
  /** Milliseconds since the last sign of life of the worker that has been silent for longest. */
  silentMs(): number;
  /** The metrics of each worker that responds in time. */
  renderMetrics(): Promise<string[]>;
  /** Every worker goes on serving, but is not ready. */
  drain(): void;
  /** Every worker completes its requests in flight; settles when all have exited. */
  close(): Promise<void>;
}

/**
 * Starts one worker and, when it is ready, the others; a worker that exits is replaced. A worker that receives SIGTERM by
 * itself is stopped after `drainSeconds`: often the signal is for all, and the primary process receives it as well.
 */
export function startWorkers(count: number, log: Logger, drainSeconds = 0): Workers {
  const restarts = new Set<NodeJS.Timeout>();
  const running = new Set<Worker>();
  const healthOf = new Map<Worker, WorkerHealth>();
  let conventions: Health['conventions'];
  let draining = false;
  let closing = false;
  cluster.setupPrimary({ execArgv: workerArguments(process.execArgv, process.env['NODE_OPTIONS']) });

  // No worker outlives a primary process that exits without waiting.
  process.once('exit', () => {
    for (const worker of running) worker.process.kill('SIGKILL');
  });

  function fork(): Worker {
    const worker = cluster.fork();
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
    for (const end of ['disconnect', 'exit']) worker.once(end, () => healthOf.delete(worker));
    closeUnacceptedConnection(worker);
    worker.on('message', (message: WorkerMessage) => {
      if (typeof message === 'object' && 'greeting' in message) {
        ({ conventions } = message);
        healthOf.set(worker, { lastBeat: performance.now(), check: shareProbe(() => checkWorker(worker)) });
      } else if (message === 'beat') {
        const health = healthOf.get(worker);
        if (health) health.lastBeat = performance.now();
      } else if (message === 'stop' || (message === 'drain' && drainSeconds === 0)) stopWorker(worker);
      else if (message === 'drain') setTimeout(stopWorker, drainSeconds * 1_000, worker).unref();
    });
    return worker;
  }

  function replaceOnExit(worker: Worker, consecutiveCrashes = 0): void {
    const startedAt = performance.now();
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (closing) return;
      const crashes = performance.now() - startedAt < STABLE_AFTER_MS ? consecutiveCrashes + 1 : 0;
      const delayMs = Math.min(MIN_RESTART_DELAY_MS * 2 ** Math.max(crashes - 1, 0), MAX_RESTART_DELAY_MS);
      log.error({ worker: worker.process.pid, code, signal, delayMs }, 'worker exited; it will be replaced');
      const timer = setTimeout(() => {
        restarts.delete(timer);
        replaceOnExit(fork(), crashes);
      }, delayMs);
      restarts.add(timer);
    });
  }

  async function startAll(): Promise<string> {
    const first = fork();
    const exited = once(first, 'exit') as Promise<[code: number | null, signal: string | null]>;
    const ready = new Promise<string>((resolve) =>
      first.on(
        'message',
        (message: WorkerMessage) => typeof message === 'object' && 'greeting' in message && resolve(message.greeting),
      ),
    );
    const greeting = await Promise.race([ready, exited.then(() => undefined)]);
    if (closing) return '';
    if (greeting === undefined) {
      const [code, signal] = await exited;
      // The worker has reported the problem, unless it was killed.
      const end = signal === null ? `exited with code ${code}` : `was killed by ${signal}`;
      const message = `The first of ${count} workers ${end} at startup.`;
      throw code === 2 ? new UsageError(message) : new Error(message);
    }
    replaceOnExit(first);
    for (let started = 1; started < count; started++) replaceOnExit(fork());
    return greeting;
  }

  return {
    greeting: startAll(),
    health: {
      get conventions() {
        return conventions;
      },
      check: async () => {
        if (draining || closing) throw DRAINING;
        await Promise.any([...healthOf.values()].map(({ check }) => check())).catch(({ errors }: AggregateError) => {
          throw errors[0] ?? new ServiceError('UNAVAILABLE', 'No worker is ready; try again shortly.');
        });
      },
    },
    silentMs: () => {
      const now = performance.now();
      return Math.max(0, ...[...healthOf.values()].map(({ lastBeat }) => now - lastBeat));
    },
    renderMetrics: async () => {
      const texts = await Promise.all([...healthOf.keys()].map(readMetrics));
      return texts.filter((text) => text !== undefined);
    },
    drain: () => {
      draining = true;
      for (const worker of running) send(worker, 'drain');
    },
    close: async () => {
      closing = true;
      for (const timer of restarts) clearTimeout(timer);
      await Promise.all(
        [...running].map(async (worker) => {
          const exited = once(worker, 'exit');
          stopWorker(worker);
          const timeout = setTimeout(() => worker.process.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
          await exited;
          clearTimeout(timeout);
        }),
      );
    },
  };
}

/**
 * Disconnects a worker, so that it receives no more connections, and then stops it. In the other order a connection on its
 * way to a worker would be refused by it after the port is closed, belong to no process, and its client would wait. A signal
 * for all processes arrives here once more from each worker; stopping twice would break the channel.
 */
function stopWorker(worker: Worker): void {
  if (!worker.isConnected() || worker.exitedAfterDisconnect) return;
  worker.disconnect();
  send(worker, 'stop');
}

/** Asks a worker whether it is ready. Rejects with its error, and when it exits. */
function checkWorker(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      worker.off('message', onMessage).off('disconnect', onDisconnect);
      if (error) reject(error);
      else resolve();
    };
    const onMessage = (message: WorkerMessage) => {
      if (typeof message === 'object' && 'checked' in message) end(message.checked ? undefined : errorOf(message));
    };
    const onDisconnect = () => end(new Error('The worker has exited.'));
    worker.on('message', onMessage).on('disconnect', onDisconnect);
    send(worker, 'check');
  });
}

/** The metrics of a worker; undefined where it does not respond in time. */
function readMetrics(worker: Worker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (text?: string) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('disconnect', onDisconnect);
      resolve(text);
    };
    const onMessage = (message: WorkerMessage) => {
      if (typeof message === 'object' && 'metrics' in message) end(message.metrics);
    };
    const onDisconnect = () => end();
    const timer = setTimeout(end, METRICS_TIMEOUT_MS);
    worker.on('message', onMessage).on('disconnect', onDisconnect);
    send(worker, 'metrics');
  });
}

function errorOf({ code, message, status, headers = {} }: FailedCheck): Error {
  if (code === undefined) return new Error(message);
  return new ServiceError(code as ErrorCode, message, { headers, ...(status !== undefined && { status }) });
}

function send(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/**
 * Closes the connection that was sent to a worker which exited before it accepted it; Node's cluster would keep that open, and
 * its client would wait. There is at most one, the last that was sent; the handle of an accepted one is closed already. Node
 * documents no event that tells it, so `send` is wrapped.
 */
function closeUnacceptedConnection({ process: child }: Worker): void {
  const sendToChild = child.send.bind(child) as (...sent: unknown[]) => boolean;
  let last: { close?(): void } | undefined;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle) last = handle;
    return sendToChild(message, handle, ...rest);
  };
  child.once('exit', () => last?.close?.());
}

/**
 * The number of processes that serve; `auto` is one for each core. Several are impossible where the mode says so, and at a
 * port that is not known in advance. Throws a SettingsError.
 */
export function countWorkers(
  { workers, port }: Pick<Settings, 'workers' | 'port'>,
  { singleProcess }: Pick<ServeMode, 'singleProcess'>,
): number {
  if (workers === 'auto') return singleProcess !== undefined || port === 0 ? 1 : availableParallelism();
  if (workers > 1 && singleProcess !== undefined) throw new SettingsError([`WORKERS=${workers} ${singleProcess}`]);
  if (workers > 1 && port === 0) {
    throw new SettingsError([`WORKERS=${workers} requires a PORT other than 0: the workers share one port.`]);
  }
  return workers;
}

/**
 * The size of a semi-space of the young generation in MB. V8's default of 16 makes a busy worker collect garbage four times as
 * often, and copy more of what is still in use each time; see bench/README.md.
 */
const SEMI_SPACE_MB = 64;

/** V8 takes underscores for hyphens. */
const OPTION = /--max[-_]semi[-_]space[-_]size\b/;

/**
 * The options of Node for a worker: those of this process, and a larger young generation unless they or NODE_OPTIONS set one.
 * V8 reads it only when a process starts.
 */
export function workerArguments(execArgv: readonly string[], nodeOptions = ''): string[] {
  if ([...execArgv, nodeOptions].some((option) => OPTION.test(option))) return [...execArgv];
  return [...execArgv, `--max-semi-space-size=${SEMI_SPACE_MB}`];
}

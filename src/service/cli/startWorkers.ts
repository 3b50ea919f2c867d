import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import { ArgumentError } from '../../gateway/cli/ArgumentError.ts';

/** Times in milliseconds. A process that lived as long as this had not failed to start. */
const STEADY = 10_000;
/** The first pause before another takes the place of one that ended; it doubles while they end young. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;
/** How long one that was let go may take; it cuts what is in flight by itself before, unless it is stuck. */
const LONGEST_CLOSE = 15_000;

/** What the two sides tell each other; a worker begins with the greeting, and asks for what it was signalled. */
export type WorkerMessage = { greeting: string } | 'drain' | 'stop';

/** Processes that serve at one port. */
export interface Workers {
  /** What the first one said when it was ready. Rejects if it ended before; then there are no others. */
  greeting: Promise<string>;
  /** Lets each go on, but not be ready any more. */
  drain(): void;
  /** Lets each answer what it has in flight; settles when all are gone. */
  close(): Promise<void>;
}

/**
 * Starts one process like this one, and, when it is ready, the others; each that ends is replaced. One that was signalled
 * by itself to drain goes on for so many seconds: often the signal is for all, and the first process has it as well.
 */
export function startWorkers(count: number, log: Logger, drainSeconds = 0): Workers {
  const pauses = new Set<NodeJS.Timeout>();
  const running = new Set<Worker>();
  let closing = false;

  // Nobody is left behind by a first process that does not wait for them.
  process.once('exit', () => {
    for (const worker of running) worker.process.kill('SIGKILL');
  });

  function fork(): Worker {
    const worker = cluster.fork();
    running.add(worker);
    worker.once('exit', () => running.delete(worker));
    cutWhatItLeaves(worker);
    // One that was signalled by itself asks to be let go.
    worker.on('message', (message: WorkerMessage) => {
      if (message === 'stop' || (message === 'drain' && drainSeconds === 0)) letGo(worker);
      else if (message === 'drain') setTimeout(letGo, drainSeconds * 1_000, worker).unref();
    });
    return worker;
  }

  /** Sees to it that another takes the place of this one; `young` counts those that ended young before it. */
  function keep(worker: Worker, young = 0): void {
    const since = performance.now();
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (closing) return;
      const next = performance.now() - since < STEADY ? young + 1 : 0;
      const pause = Math.min(FIRST_PAUSE * 2 ** Math.max(next - 1, 0), LONGEST_PAUSE);
      log.error({ worker: worker.process.pid, code, signal, pause }, 'a worker ended: another takes its place');
      const timer = setTimeout(() => {
        pauses.delete(timer);
        keep(fork(), next);
      }, pause);
      pauses.add(timer);
    });
  }

  async function begin(): Promise<string> {
    const first = fork();
    const ended = once(first, 'exit') as Promise<[code: number | null, signal: string | null]>;
    const ready = new Promise<string>((resolve) =>
      first.on('message', (message: WorkerMessage) => typeof message === 'object' && resolve(message.greeting)),
    );
    const greeting = await Promise.race([ready, ended.then(() => undefined)]);
    if (closing) return '';
    if (greeting === undefined) {
      const [code, signal] = await ended;
      // What was wrong it has told by itself, unless it was killed.
      const message = `Nothing is served: the first of ${count} processes ended with ${signal ?? code} at its start.`;
      throw code === 2 ? new ArgumentError(message) : new Error(message);
    }
    keep(first);
    for (let started = 1; started < count; started++) keep(fork());
    return greeting;
  }

  return {
    greeting: begin(),
    drain: () => {
      for (const worker of running) tell(worker, 'drain');
    },
    close: async () => {
      closing = true;
      for (const timer of pauses) clearTimeout(timer);
      await Promise.all(
        [...running].map(async (worker) => {
          const ended = once(worker, 'exit');
          letGo(worker);
          const stuck = setTimeout(() => worker.process.kill('SIGKILL'), LONGEST_CLOSE);
          await ended;
          clearTimeout(stuck);
        }),
      );
    },
  };
}

/**
 * Hands no more connections to a worker, and then tells it to close. In the other order a connection that is on its way
 * to a worker is refused by it after the port is closed, and then belongs to nobody: its client would wait. Once is
 * enough: a signal to all of them comes here by each worker as well, and one that is told again breaks off its channel.
 */
function letGo(worker: Worker): void {
  if (!worker.isConnected() || worker.exitedAfterDisconnect) return;
  worker.disconnect();
  tell(worker, 'stop');
}

function tell(worker: Worker, message: WorkerMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/**
 * Node's cluster keeps a connection open until the worker that it was handed to has taken it, be that dead: its client
 * would wait for good. There is one such at a time, the last that was sent; one that was taken is closed here already.
 */
function cutWhatItLeaves({ process: child }: Worker): void {
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean;
  let handed: { close?(): void } | undefined;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle) handed = handle;
    return send(message, handle, ...rest);
  };
  child.once('exit', () => handed?.close?.());
}

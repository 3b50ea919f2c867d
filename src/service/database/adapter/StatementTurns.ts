import type { AbortSignalLike } from '../../../gateway/server.ts';

/** Statements of one request that run at a time, of its first ones: a page and its total, or two parts of a response. */
const MAX_RUNNING = 2;

/** The statements after which a request is a large one: an endpoint of the service has no more than five. */
const MAX_SMALL = 5;

/** The statements of one request. */
interface RequestStatements {
  running: number;
  started: number;
  /** Start the others, in the order of arrival. */
  waiting: (() => void)[];
}

/**
 * Lets a request run only a few statements at a time, and a large one only one: a pool serves first come, first served, so that
 * other requests would wait for all statements of a large operation, and the results of several take the event loop at
 * once. A request is known by its signal.
 */
export class StatementTurns {
  readonly #maxRunning: number;
  readonly #requests = new WeakMap<AbortSignalLike, RequestStatements>();

  /** `poolSize` is the number of connections. */
  constructor(poolSize: number) {
    this.#maxRunning = Math.min(MAX_RUNNING, poolSize);
  }

  /** Runs a statement in its turn. What waits for an aborted request follows those that are cancelled. */
  async run<Result>(signal: AbortSignalLike, statement: () => Promise<Result>): Promise<Result> {
    let request = this.#requests.get(signal);
    if (!request) this.#requests.set(signal, (request = { running: 0, started: 0, waiting: [] }));
    const { waiting } = request;
    if (request.running >= this.#limitOf(request)) await new Promise<void>((resolve) => waiting.push(resolve));
    else request.running++;
    request.started++;
    try {
      return await statement();
    } finally {
      const next = request.running <= this.#limitOf(request) ? waiting.shift() : undefined;
      // It takes the place of this one.
      if (next) next();
      else request.running--;
    }
  }

  #limitOf({ started }: RequestStatements): number {
    return started < MAX_SMALL ? this.#maxRunning : 1;
  }
}

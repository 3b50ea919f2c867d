import { type AbortSignalLike, Lane } from '../../../gateway/server.ts';

/** Statements of one request that run at a time, of its first ones: a page and its total, or two parts of a response. */
const MAX_RUNNING = 2;

/** The statements after which a request is a large one: an endpoint of the service has no more than five. */
const MAX_SMALL = 5;

/** Lets a request, known by its signal, run few statements at a time, and a large one only one, so that others need not wait for all. */
export class StatementTurns {
  readonly #maxRunning: number;
  readonly #requests = new WeakMap<AbortSignalLike, { lane: Lane; statements: number }>();

  constructor(poolSize: number) {
    this.#maxRunning = Math.min(MAX_RUNNING, poolSize);
  }

  /** Runs a statement in its turn. What waits for an aborted request follows those that are cancelled. */
  run<Result>(signal: AbortSignalLike, statement: () => Promise<Result>): Promise<Result> {
    let request = this.#requests.get(signal);
    if (!request) {
      this.#requests.set(signal, (request = { lane: new Lane({ budget: this.#maxRunning }), statements: 0 }));
    }
    const cost = request.statements++ < MAX_SMALL ? 1 : this.#maxRunning;
    return request.lane.run({ caller: '', cost }, statement);
  }
}

import type { History, Outcome } from './History.ts';

/** How many answers outside of the interface a report quotes. */
const MAX_QUOTES = 5;

/** Keeps what clients know of their writes. */
export class Recorder {
  /** Identifies the rows of these writes among those of other scenarios. */
  readonly scope: string;
  readonly histories: History[] = [];
  readonly #counts: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 };
  readonly #unexpected: string[] = [];
  #retries = 0;
  #unanswered = 0;
  #unexpectedCount = 0;

  constructor(scope: string) {
    this.scope = scope;
  }

  /** Begins the history of one more row. */
  begin(kind: History['kind'], isKeyed: boolean): History {
    const history = { number: this.histories.length, kind, isKeyed, outcomes: [] };
    this.histories.push(history);
    return history;
  }

  /** Adds the outcome of the next write of a history. */
  record(history: History, outcome: Outcome): void {
    history.outcomes.push(outcome);
    this.count(outcome);
  }

  /** Counts the outcome of a write that has no history. */
  count(outcome: Outcome): void {
    this.#counts[outcome]++;
  }

  /** Counts one more attempt of a write that has an Idempotency-Key. */
  recordRetry(): void {
    this.#retries++;
  }

  /** Counts a write with an Idempotency-Key that was sent again and again without a final answer. */
  recordUnanswered(): void {
    this.#unanswered++;
  }

  /** Notes an answer that the interface promises to no valid write. */
  recordUnexpected(answer: string): void {
    this.#unexpectedCount++;
    if (this.#unexpected.length < MAX_QUOTES) this.#unexpected.push(answer);
  }

  get retries(): number {
    return this.#retries;
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  get counts(): Readonly<Record<Outcome, number>> {
    return this.#counts;
  }

  /** The first answers outside of the interface, and how many there were. */
  get unexpected(): { count: number; quotes: readonly string[] } {
    return { count: this.#unexpectedCount, quotes: this.#unexpected };
  }
}

import type { History, Outcome } from './History.ts';

/** How many answers outside of the interface a report quotes. */
const MAX_QUOTES = 5;

/** Keeps what clients know of their writes. */
export class Recorder {
  /** Identifies the rows of these writes among those of other scenarios. */
  readonly scope: string;
  readonly histories: History[] = [];
  readonly counts: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 };
  /** Further attempts of writes that have an Idempotency-Key. */
  retries = 0;
  /** Writes with an Idempotency-Key that were sent again and again without a final answer. */
  unanswered = 0;
  /** Answers that the interface promises to no valid write: how many there were, and the first of them. */
  readonly unexpected = { count: 0, quotes: [] as string[] };

  constructor(scope: string) {
    this.scope = scope;
  }

  /** Begins the history of one more row. */
  begin(kind: History['kind'], isKeyed: boolean): History {
    const history = { number: this.histories.length, kind, isKeyed, outcomes: [] };
    this.histories.push(history);
    return history;
  }

  recordUnexpected(answer: string): void {
    this.unexpected.count++;
    if (this.unexpected.quotes.length < MAX_QUOTES) this.unexpected.quotes.push(answer);
  }
}

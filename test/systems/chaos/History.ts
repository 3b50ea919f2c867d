/** What a client knows of a write: it took effect, it did not, or either. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/**
 * How often a write with an Idempotency-Key takes effect, however often it is sent. With `at most once` a retry may be refused as
 * OUTCOME_UNKNOWN for good.
 */
export type Keys = 'exactly once' | 'at most once';

/**
 * The writes to one row, in order. The first creates it; those of a user go on with a change and a deletion. A write is sent
 * only when the one before it is acknowledged, so every outcome but the last is `acknowledged`.
 */
export interface History {
  /** Identifies the row in the database, together with `kind`. */
  readonly number: number;
  readonly kind: 'user' | 'order';
  readonly outcomes: Outcome[];
  /** Whether its creation and its change carry an Idempotency-Key, and are sent again until they are answered. */
  readonly isKeyed: boolean;
  /** The id of the row; undefined until its creation is acknowledged. */
  id?: number;
}

/** How many writes of a history have taken effect. */
export const CREATED = 1;
export const CHANGED = 2;
export const DELETED = 3;

/** A row of the database that a history describes. */
export interface StoredRow {
  /** -1 if the row does not say. */
  number: number;
  kind: History['kind'];
  /** Undefined if the row is not as any of the writes leaves it. */
  state: typeof CREATED | typeof CHANGED | undefined;
}

/** A user whose last name is a number, which several clients increment by read and `If-Match`. */
export interface Counter {
  readonly id: number;
  /** The increments that were acknowledged, and those whose outcome is unknown. */
  acknowledged: number;
  unknown: number;
}

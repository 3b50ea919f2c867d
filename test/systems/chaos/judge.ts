// Compares what clients know of their writes with what the database has.
import { type Counter, DELETED, type History, type StoredRow } from './History.ts';

/** The rows that break the promise, and how. */
export interface Verdict {
  /** The writes that have taken effect. */
  found: number;
  /** Acknowledged, but not in the database. */
  lost: number;
  /** In the database more than once. */
  doubled: number;
  /** In the database, but not as any write leaves it. */
  halfWritten: number;
  /** In the database although it was refused: the retry that a refusal invites would double it. */
  refusedButFound: number;
}

/** Judges all histories against all rows that their writes may have left. */
export function judge(histories: readonly History[], rows: readonly StoredRow[]): Verdict {
  const rowsOf = new Map<string, StoredRow[]>();
  for (const row of rows) rowsOf.set(keyOf(row), [...(rowsOf.get(keyOf(row)) ?? []), row]);
  const verdict = { found: 0, lost: 0, doubled: 0, halfWritten: 0, refusedButFound: 0 };
  for (const history of histories) {
    addJudgement(verdict, history, rowsOf.get(keyOf(history)) ?? []);
    rowsOf.delete(keyOf(history));
  }
  // A row that no history describes has lost what identifies it.
  for (const rest of rowsOf.values()) verdict.halfWritten += rest.length;
  return verdict;
}

/** Adds the judgement of a counter with this value: each increment counts once. */
export function judgeCounter(verdict: Verdict, { acknowledged, unknown }: Counter, value: number): Verdict {
  return {
    ...verdict,
    found: verdict.found + value,
    lost: verdict.lost + Math.max(0, acknowledged - value),
    doubled: verdict.doubled + Math.max(0, value - acknowledged - unknown),
  };
}

/** Whether a verdict breaks no promise. */
export function isClean({ lost, doubled, halfWritten, refusedButFound }: Verdict): boolean {
  return lost + doubled + halfWritten + refusedButFound === 0;
}

function addJudgement(verdict: Verdict, { outcomes }: History, rows: readonly StoredRow[]): void {
  const writes = outcomes.length;
  const last = outcomes.at(-1);
  const least = last === 'acknowledged' ? writes : writes - 1;
  const most = last === 'refused' ? writes - 1 : writes;
  verdict.doubled += Math.max(0, rows.length - 1);
  const halfWritten = rows.filter(({ state }) => state === undefined).length;
  verdict.halfWritten += halfWritten;
  if (halfWritten > 0) return;
  // A row that is not there was never created, unless its deletion was sent.
  const absent = writes === DELETED ? DELETED : 0;
  const state = rows.length === 0 ? absent : Math.max(...rows.map((row) => row.state ?? 0));
  verdict.found += state;
  if (state < least) verdict.lost++;
  if (state > most) verdict.refusedButFound++;
}

function keyOf({ kind, number }: Pick<History, 'kind' | 'number'>): string {
  return `${kind} ${number}`;
}

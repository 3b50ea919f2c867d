import type { BreakingChange } from './BreakingChange.ts';

/** A breaking change of one contract. Its hint is a whole sentence. */
export interface Break extends BreakingChange {
  /** The contract, such as `contracts/openapi.v1.json`. */
  file: string;
  since: Publication;
}

/** Where a contract was published: in a commit, abbreviated, with its date; or in what `--against` names. */
export type Publication = { commit: string; date: string } | { against: string };

/** The text of one contract, as it was published. */
export interface Revision {
  file: string;
  text: string;
  since: Publication;
}

/**
 * The date of a publication. What `--against` names has none, and sorts before every date: its sunsets count as announced in
 * time, and corrections apply to it.
 */
export function dateOf(since: Publication): string {
  return 'date' in since ? since.date : '';
}

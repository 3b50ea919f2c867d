import { groupBy } from '../groupBy.ts';
import type { ClientUse } from './clientUses.ts';

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

/** A change that breaks clients of a published contract. */
export interface BreakingChange {
  /** A sentence. */
  change: string;
  /** The clients that it breaks. */
  affected: string;
  /** The endpoints with the change; none if it concerns the whole contract. */
  endpoints: readonly string[];
  /** A fix, as the beginning of a sentence. */
  hint: string;
  /** Those that still use what is removed, the latest first; absent for none, and where usage is not known. */
  clients?: readonly ClientUse[];
}

/** The breaks in groups of those that are the same change of several contracts. */
export function groupBreaks(breaks: readonly Break[]): Break[][] {
  // Without endpoints it is a change of that one contract.
  const contractOf = ({ endpoints, file }: Break) => (endpoints.length === 0 ? file : '');
  return [...groupBy(breaks, (each) => `${contractOf(each)} ${each.change} ${each.affected}`).values()];
}

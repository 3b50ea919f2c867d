import type { Proposal } from '../../propose/Proposal.ts';
import type { FilePlan } from './planFiles.ts';
import type { Setup } from './Setup.ts';

/** What init has done. */
export interface Outcome extends FilePlan {
  setup: Setup;
  /** The endpoints that were written. Absent: the folder had endpoint documents. */
  proposal?: Proposal;
  /** A request to an endpoint; absent: there is none. */
  curl?: string;
}

import type { Proposal } from '../../propose/Proposal.ts';
import type { SchemaFault } from '../../errors/Diagnostic.ts';
import type { FilePlan } from './planFiles.ts';
import type { Setup } from './Setup.ts';

/** What init has done. */
export interface Outcome extends FilePlan {
  setup: Setup;
  /** What is not valid in the schema. */
  faults: readonly SchemaFault[];
  /** The endpoints that were written. Absent: the folder had endpoint documents. */
  proposal?: Proposal;
  /** A request to an endpoint; absent: there is none. */
  curl?: string;
}

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
}

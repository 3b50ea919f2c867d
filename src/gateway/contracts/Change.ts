/** A change that breaks clients of a published contract. */
export interface Change {
  /** What changed, as a sentence. */
  what: string;
  /** Who is broken by it. */
  whom: string;
  /** The endpoints it shows in; none if it concerns the whole contract. */
  where: readonly string[];
  /** What to do instead, as the beginning of a sentence. */
  mend: string;
}

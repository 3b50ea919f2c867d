/**
 * How fast-check runs a property: `numRuns` cases, and the same each time. SPEC_RUNS multiplies the number of cases, SPEC_SEED
 * chooses others; a failure prints the seed, the path and the smallest case that still fails.
 */
export function runsOf(numRuns: number, seed: number): { numRuns: number; seed: number } {
  const { SPEC_RUNS = 1, SPEC_SEED = seed } = process.env;
  return { numRuns: numRuns * Number(SPEC_RUNS), seed: Number(SPEC_SEED) };
}

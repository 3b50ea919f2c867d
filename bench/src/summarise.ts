import type { Round } from './Round.ts';

/** One line of the table: the median round of one contender. */
export interface Summary extends Round {
  contender: string;
  /** Requests per second, as a multiple of the baseline's. */
  ratio: number;
}

/**
 * Reduces the rounds of each contender to its median round by requests per second, the slower one of two in the middle,
 * with the errors of all rounds. The ratio is to the contender named `baseline`.
 */
export function summarise(rounds: ReadonlyMap<string, readonly Round[]>, baseline: string): Summary[] {
  const medians = new Map([...rounds].map(([contender, all]) => [contender, medianRound(all)]));
  const unit = medians.get(baseline);
  if (!unit) throw new Error(`The baseline ${baseline} has no rounds.`);
  return [...medians].map(([contender, round]) => ({
    contender,
    ...round,
    ratio: round.requestsPerSecond / unit.requestsPerSecond,
  }));
}

function medianRound(rounds: readonly Round[]): Round {
  const ordered = [...rounds].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const median = ordered[Math.floor((ordered.length - 1) / 2)];
  if (!median) throw new Error('There are no rounds.');
  return { ...median, errors: rounds.reduce((sum, { errors }) => sum + errors, 0) };
}

import { type Curve, medianCost } from './Curve.ts';
import { type Effort, type Subject, measureCosts } from './measureCost.ts';

/** A size of a curve, and the requests that have it. */
export interface SizedSubject extends Subject {
  size: number;
  /** What the client receives; absent: the bytes of the response. */
  result?: number;
}

/** Measures the points of a curve in turn. */
export async function measureCurve(
  heading: Omit<Curve, 'points'>,
  subjects: readonly SizedSubject[],
  effort: Effort,
): Promise<Curve> {
  const measured = await measureCosts(subjects, effort);
  return {
    ...heading,
    points: subjects.map(({ size, result }, index) => {
      const rounds = measured[index]!;
      return { size, result: result ?? medianCost(rounds).bytes!, rounds };
    }),
  };
}

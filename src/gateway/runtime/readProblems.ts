import { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { Problem } from '../errors/ServiceError.ts';

/**
 * The problems in `extensions.problems` of errors that are combined into one response. Resolvers and upstreams can set anything
 * there: entries without a message are left out, and so are unknown properties; a field that is not text becomes ''.
 */
export function readProblems(values: readonly unknown[]): readonly Problem[] {
  const problems = new ProblemCollector();
  for (const value of values) {
    if (!Array.isArray(value)) continue;
    for (const entry of value as unknown[]) {
      if (problems.isFull) return problems.problems;
      const { field, message, code } = Object(entry) as { [Key in keyof Problem]?: unknown };
      if (typeof message !== 'string') continue;
      problems.addProblem({
        field: typeof field === 'string' ? field : '',
        message,
        ...(typeof code === 'string' && { code }),
      });
    }
  }
  return problems.problems;
}

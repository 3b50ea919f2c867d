import type { ErrorPlaceholder } from '../conventions/errorPlaceholders.ts';
import type { WireError, WireProblem } from './WireError.ts';

/** The value of a placeholder; undefined for none. Code, type and message are those of the problem where `ofProblem`. */
export function valueOfError(
  name: ErrorPlaceholder,
  error: WireError,
  problem: WireProblem,
  ofProblem: boolean,
): string | number | undefined {
  switch (name) {
    case 'status':
    case 'title':
    case 'requestId':
    case 'resource':
      return error[name];
    case 'code':
    case 'type':
    case 'message':
      return ofProblem ? problem[name] : error[name];
    case 'field':
      return problem.field;
    case 'leaf':
      return leafOf(problem.field);
    case 'pointer':
    case 'parameter':
    case 'header':
      return (problem.source as Partial<Record<typeof name, string>> | undefined)?.[name];
  }
}

/** The last name of a dotted path; an index is none. */
function leafOf(field: string): string {
  return field.split('.').findLast((step) => !/^\d+$/.test(step)) ?? field;
}

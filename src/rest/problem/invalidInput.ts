import { type Problem, ServiceError } from '../../errors/ServiceError.ts';

/** More problems than anybody reads; others are not looked for. */
export const MOST_PROBLEMS = 50;

const LONGEST_NAME = 200;

/** The error that names every problem of a request at once. */
export function invalidInput(problems: readonly Problem[]): ServiceError {
  const named = problems.slice(0, MOST_PROBLEMS).map(({ field, message }) => ({ field: cut(field), message }));
  const sentences = named.map(({ field, message }) => `${field} ${message}`);
  if (problems.length > MOST_PROBLEMS) sentences.push('and more');
  return new ServiceError('BAD_USER_INPUT', sentences.join('; '), { problems: named });
}

/** A name that nobody knows may be as long as the body; its beginning tells enough. */
function cut(field: string): string {
  return field.length > LONGEST_NAME ? `${field.slice(0, LONGEST_NAME)}…` : field;
}

import { type Problem, ServiceError } from '../errors/ServiceError.ts';

/** The error that names every problem of an input at once. A problem's message goes on where the name of its field ends. */
export function invalidInput(problems: readonly Problem[]): ServiceError {
  const message = problems.map((problem) => `${problem.field} ${problem.message}`).join('; ');
  return new ServiceError('BAD_USER_INPUT', message, { problems });
}

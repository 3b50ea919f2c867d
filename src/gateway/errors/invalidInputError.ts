import { ProblemCollector } from './ProblemCollector.ts';
import { type Problem, ServiceError } from './ServiceError.ts';

/** The error with all problems of an input. Its message has one sentence for each: the field, then the message of the problem. */
export function invalidInputError(found: ProblemCollector | readonly Problem[]): ServiceError {
  const { problems, isFull } = found instanceof ProblemCollector ? found : collect(found);
  const sentences = problems.map(({ field, message }) => `${field} ${message}`);
  if (isFull) sentences.push('and more');
  return new ServiceError('BAD_USER_INPUT', sentences.join('; '), { problems });
}

function collect(problems: readonly Problem[]): ProblemCollector {
  const collector = new ProblemCollector();
  for (const problem of problems) collector.addProblem(problem);
  return collector;
}

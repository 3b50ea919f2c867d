import { type Problem, ServiceError } from '../../../../../src/gateway/errors/ServiceError.ts';

/** The problems that something refuses as BAD_USER_INPUT; fails if it refuses nothing, or for another reason. */
export function problemsOf(run: () => unknown): readonly Problem[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'BAD_USER_INPUT') return error.problems;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

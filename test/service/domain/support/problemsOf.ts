import { type Problem, ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';

/** The problems of the BAD_USER_INPUT that `run` throws; fails if it throws nothing, or another error. */
export function problemsOf(run: () => unknown): readonly Problem[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'BAD_USER_INPUT') return error.problems;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';

/** Runs a check; if it throws a ServiceError, Apollo Server responds with the status and headers of that error. */
export function withHttpStatus<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, extensions, status, headers } = error;
    throw new GraphQLError(message, {
      originalError: error,
      extensions: { ...extensions, http: { status, headers: new HeaderMap(Object.entries(headers)) } },
    });
  }
}

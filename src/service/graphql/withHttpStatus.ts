import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';

/** Runs a check; where it throws a ServiceError, Apollo Server answers with that error's status and headers. */
export function withHttpStatus(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, extensions, status, headers } = error;
    throw new GraphQLError(message, {
      originalError: error,
      extensions: { ...extensions, http: { status, headers: new HeaderMap(Object.entries(headers)) } },
    });
  }
}

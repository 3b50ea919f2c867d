import { GraphQLError } from 'graphql';
import { DocumentError, shortPath } from '../../errors/Diagnostic.ts';

/** The error of a schema file that is not valid SDL with the position of the problem, as of an endpoint document; any other as it is. */
export function locateSchemaError(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof GraphQLError)) return error;
  const { source, locations, message } = cause;
  const [position] = locations ?? [];
  if (!source || !position) return error;
  const { line, column } = position;
  return new DocumentError([{ file: shortPath(source.name), line, column, message, hint: '' }]);
}

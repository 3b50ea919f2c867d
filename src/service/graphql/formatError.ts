import type { GraphQLFormattedError } from 'graphql';

/** Formats an error for the client: of an internal error only the location and the path. */
export function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  if (formatted.extensions?.['code'] !== 'INTERNAL_SERVER_ERROR') {
    // The parser exhausts the stack on deep nesting, and passes on V8's message.
    const isTooDeep = formatted.message.includes('call stack');
    return isTooDeep ? { ...formatted, message: 'The document is nested too deeply.' } : formatted;
  }
  const { locations, path } = formatted;
  return {
    message: 'Internal server error; it has been logged.',
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}

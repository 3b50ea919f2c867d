import type { GraphQLFormattedError } from 'graphql';

/** What a client sees of an error: of one that is not meant for it, where it happened and nothing else. */
export function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  if (formatted.extensions?.['code'] !== 'INTERNAL_SERVER_ERROR') {
    // The parser gives up on deep nesting by running out of stack, and says so in the engine's words.
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

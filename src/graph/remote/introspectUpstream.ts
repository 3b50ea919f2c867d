import {
  type GraphQLSchema,
  type IntrospectionOptions,
  type IntrospectionQuery,
  buildClientSchema,
  getIntrospectionQuery,
} from 'graphql';
import { postGraphql } from './postGraphql.ts';
import type { Upstream } from './Upstream.ts';

/** Milliseconds for an answer that can be megabytes. */
const PATIENCE = 30_000;

/**
 * Asks the upstream for its schema. What comes back carries no directives, so nothing of it says which scopes are needed.
 */
export async function introspectUpstream({ url, headers }: Upstream): Promise<GraphQLSchema> {
  const signal = AbortSignal.timeout(PATIENCE);
  const ask = async (options?: IntrospectionOptions) => {
    const body = JSON.stringify({ query: getIntrospectionQuery(options) });
    const { data, errors } = await postGraphql(url, body, headers, signal);
    if (errors?.[0]) throw errors[0];
    return data as unknown as IntrospectionQuery;
  };
  try {
    // Whoever does not know of @oneOf refuses a question about it.
    return buildClientSchema(await ask({ oneOf: true }).catch(() => ask()));
  } catch (cause) {
    const reason = [(cause as Error).message, reasonOf(cause)].filter(Boolean).join(' ');
    throw new Error(
      `The schema of ${url.origin}${url.pathname} cannot be read by introspection: ${reason} Give it with --schema FILE.`,
      { cause },
    );
  }
}

/** What is at the bottom of an error, in brackets, such as the address that refused; '' where nothing is below it. */
function reasonOf(error: unknown): string {
  // Where a host has several addresses, each has failed in its own way.
  const below = error instanceof AggregateError ? error.errors[0] : (error as Error).cause;
  if (below === undefined) return '';
  return reasonOf(below) || `(${(below as Error).message})`;
}

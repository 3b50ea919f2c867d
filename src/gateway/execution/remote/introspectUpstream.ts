import {
  type ExecutionResult,
  type GraphQLSchema,
  type IntrospectionQuery,
  assertValidSchema,
  buildClientSchema,
} from 'graphql';
import { PROBE, introspectionQueries } from './introspectionQuery.ts';
import { postGraphql } from './postGraphql.ts';
import type { Upstream } from './Upstream.ts';

/** Milliseconds for all questions together; an answer can be megabytes. */
const TIMEOUT_MS = 30_000;

/** The schema is the one large answer, and is asked for once, at start. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Asks the upstream for its schema, deprecated input values included where it knows them: an input object may have no
 * others. What comes back carries no directives, so nothing of it says which scopes are needed.
 */
export async function introspectUpstream({ url, headers }: Upstream, maxBytes = 0): Promise<GraphQLSchema> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const ask = async (query: string): Promise<ExecutionResult['data']> => {
    const body = JSON.stringify({ query });
    const { data, errors } = await postGraphql({
      url,
      body,
      headers,
      signal,
      maxBytes: Math.max(maxBytes, MAX_BYTES),
    });
    if (errors?.[0]) throw errors[0];
    return data;
  };
  try {
    const probed = await ask(PROBE).catch(() => undefined);
    const [first, ...others] = introspectionQueries(probed);
    let answer = ask(first!);
    for (const query of others) answer = answer.catch(() => ask(query));
    const schema = buildClientSchema((await answer) as unknown as IntrospectionQuery);
    assertValidSchema(schema);
    return schema;
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

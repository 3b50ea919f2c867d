import { type GraphQLSchema, type IntrospectionQuery, buildClientSchema, getIntrospectionQuery } from 'graphql';
import { postGraphql } from './postGraphql.ts';
import type { Upstream } from './Upstream.ts';

/** Milliseconds for an answer that can be megabytes. */
const PATIENCE = 30_000;

/**
 * Asks the upstream for its schema. What comes back carries no directives, so nothing of it says which scopes are needed.
 */
export async function introspectUpstream({ url, headers }: Upstream): Promise<GraphQLSchema> {
  const body = JSON.stringify({ query: getIntrospectionQuery() });
  try {
    const { data, errors } = await postGraphql(url, body, headers, AbortSignal.timeout(PATIENCE));
    if (errors?.[0]) throw errors[0];
    return buildClientSchema(data as unknown as IntrospectionQuery);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Error(
      `The schema of ${url.origin}${url.pathname} cannot be read by introspection: ${reason} Give it with --schema FILE.`,
      { cause },
    );
  }
}

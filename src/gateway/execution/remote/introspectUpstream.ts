import {
  type ExecutionResult,
  type GraphQLSchema,
  type IntrospectionQuery,
  assertValidSchema,
  buildClientSchema,
} from 'graphql';
import { IntrospectionError } from './IntrospectionError.ts';
import { PROBE, introspectionQueries } from './introspectionQuery.ts';
import { postGraphql } from './postGraphql.ts';
import type { Upstream } from './Upstream.ts';

/** For all queries together; a response can have megabytes. */
const TIMEOUT_MS = 30_000;

/** A schema is larger than other responses. */
const MAX_SCHEMA_BYTES = 64 * 1024 * 1024;

/**
 * Introspects the schema of the upstream, deprecated input values included where it supports them: an input object may have no
 * others. The result has no directives, and so no scopes. Rejects with an
 * IntrospectionError.
 */
export async function introspectUpstream({ url, headers }: Upstream, maxBytes = 0): Promise<GraphQLSchema> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const run = async (query: string): Promise<ExecutionResult['data']> => {
    const body = JSON.stringify({ query });
    const { data, errors } = await postGraphql({
      url,
      body,
      headers,
      signal,
      maxBytes: Math.max(maxBytes, MAX_SCHEMA_BYTES),
    });
    if (errors?.[0]) throw errors[0];
    return data;
  };
  try {
    const probed = await run(PROBE).catch(() => undefined);
    const [first, ...others] = introspectionQueries(probed);
    let result = run(first!);
    for (const query of others) result = result.catch(() => run(query));
    const schema = buildClientSchema((await result) as unknown as IntrospectionQuery);
    assertValidSchema(schema);
    return schema;
  } catch (cause) {
    throw new IntrospectionError(url, cause);
  }
}

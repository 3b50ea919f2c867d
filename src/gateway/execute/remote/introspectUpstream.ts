// The schema of an upstream, by the introspection query that it supports, and what may help where it has none.
import {
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type IntrospectionQuery,
  assertValidSchema,
  buildClientSchema,
  getIntrospectionQuery,
} from 'graphql';
import type { Upstream } from './Upstream.ts';
import { postGraphql } from './postGraphql.ts';
import { NoResultError, codeOfStatus } from './upstreamErrors.ts';

/** For all queries together; a response can have megabytes. */
const TIMEOUT_MS = 30_000;

/** A schema is larger than other responses. */
const MAX_SCHEMA_BYTES = 64 * 1024 * 1024;

const WITHOUT_ONE_OF = {
  inputValueDeprecation: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
};

/** From the fullest to the minimal one: servers differ in how much of the specification they support, and refuse other fields. */
const QUERIES = [
  getIntrospectionQuery({ ...WITHOUT_ONE_OF, oneOf: true }),
  getIntrospectionQuery(WITHOUT_ONE_OF),
  getIntrospectionQuery({ oneOf: true }),
  getIntrospectionQuery({ inputValueDeprecation: true }),
  getIntrospectionQuery(),
];

/**
 * Introspects the schema of the upstream, deprecated input values included where it supports them: an input object may have no
 * others. The result has no directives, and so no scopes. Rejects with an IntrospectionError.
 */
export async function introspectUpstream({ url, headers }: Upstream, maxBytes = 0): Promise<GraphQLSchema> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const run = async (query: string): Promise<ExecutionResult['data']> => {
    const body = JSON.stringify({ query });
    const limit = Math.max(maxBytes, MAX_SCHEMA_BYTES);
    const { data, errors } = await postGraphql({ url, body, headers, signal, maxBytes: limit });
    if (errors?.[0]) throw errors[0];
    return data;
  };
  try {
    const [first, ...others] = QUERIES;
    let result = run(first!);
    for (const query of others) result = result.catch(() => run(query));
    const schema = buildClientSchema((await result) as unknown as IntrospectionQuery);
    assertValidSchema(schema);
    return schema;
  } catch (cause) {
    throw new IntrospectionError(url, cause);
  }
}

/** What may help: another URL, credentials or a schema file, or the file alone. */
type Remedy = 'url' | 'credentials' | 'file';

const ADVICE: Readonly<Record<Remedy, string>> = {
  url: '',
  credentials:
    ' Pass credentials with --upstream-header "Name: value", or the schema with --schema FILE; in portico.config they are headers and schema.',
  file: ' The schema can be passed with --schema FILE instead; in portico.config it is schema.',
};

/** The schema of an upstream could not be introspected. */
export class IntrospectionError extends Error {
  /** The message without advice on options. */
  readonly problem: string;
  readonly remedy: Remedy;

  constructor(url: URL, cause: unknown) {
    const remedy = remedyFor(cause);
    const problem = `Introspection of ${url.origin}${url.pathname} failed: ${describe(url, cause, remedy)}`;
    super(problem + ADVICE[remedy], { cause });
    this.problem = problem;
    this.remedy = remedy;
  }
}

function remedyFor(error: unknown): Remedy {
  const status = statusOf(error);
  if (status === 401 || status === 403) return 'credentials';
  if (status !== undefined) return ['BAD_GATEWAY', undefined].includes(codeOfStatus(status)) ? 'url' : 'file';
  // An error of the result, rather than of the connection: introspection is refused.
  const { extensions } = error as Partial<GraphQLError>;
  if (!extensions) return 'file';
  const isRefused = ['UNAUTHENTICATED', 'FORBIDDEN'].includes(String(extensions['code']));
  return isRefused || causesOf(error).length === 1 ? 'credentials' : 'file';
}

function describe({ origin, pathname }: URL, error: unknown, remedy: Remedy): string {
  if (remedy === 'url') {
    const hint =
      pathname === '/'
        ? `Did you mean ${origin}/graphql?`
        : 'Expected the URL of a GraphQL API, which often ends with /graphql.';
    return `it is not a GraphQL endpoint: it responded with status ${statusOf(error)} and no GraphQL result. ${hint}`;
  }
  const causes = causesOf(error);
  const innermost = causes.at(-1)!;
  const detail = innermost === error ? '' : ` (${innermost.message})`;
  const isNothing = causes.some((cause) => (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED');
  // The message of an upstream may have no full stop.
  return isNothing ? `nothing listens there${detail}.` : `${causes[0]!.message}${detail}`.replace(/(\w)$/, '$1.');
}

/** The status of a response without a GraphQL result. */
function statusOf(error: unknown): number | undefined {
  return causesOf(error).find((cause) => cause instanceof NoResultError)?.status;
}

/** An error, its cause, and so on to the innermost. */
function causesOf(error: unknown): Error[] {
  // One error for each address of the host.
  const below: unknown = error instanceof AggregateError ? error.errors[0] : (error as Error | undefined)?.cause;
  return [error as Error, ...(below === undefined ? [] : causesOf(below))];
}

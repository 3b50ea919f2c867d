// The schema of an upstream, by the introspection query that it supports, and what may help where it has none.
import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type IntrospectionQuery,
  TypeInfo,
  assertValidSchema,
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  parse,
  print,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Upstream } from './Upstream.ts';
import { postGraphql } from './postGraphql.ts';
import { isObject } from './readResult.ts';
import { NoResultError, codeOfStatus } from './upstreamErrors.ts';

/** For all queries together; a response can have megabytes. */
const TIMEOUT_MS = 30_000;

/** A schema is larger than other responses. */
const MAX_SCHEMA_BYTES = 64 * 1024 * 1024;

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

/** What may help: another URL, credentials or a schema file, or the file alone. */
type Remedy = 'url' | 'credentials' | 'file';

const ADVICE: Readonly<Record<Remedy, string>> = {
  url: '',
  credentials:
    ' Pass credentials with --upstream-header "Name: value", or the schema with --schema FILE; in portico.config they are headers and schema.',
  file: ' The schema can be passed with --schema FILE instead; in portico.config it is schema.',
};

const REFUSALS: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

/** The schema of an upstream could not be introspected. */
export class IntrospectionError extends Error {
  /** The message without advice on options. */
  readonly problem: string;
  readonly remedy: Remedy;

  constructor(url: URL, cause: unknown) {
    const problem = `Introspection of ${url.origin}${url.pathname} failed: ${describe(url, cause)}`;
    const remedy = remedyFor(cause);
    super(problem + ADVICE[remedy], { cause });
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** The arguments of each field, by type. */
type SupportedFields = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

const TYPES = ['__Schema', '__Type', '__Field', '__InputValue', '__Directive'];

/** Queries the fields of the introspection types, and their arguments. */
const PROBE = `{${TYPES.map((name) => `${name.slice(2)}: __type(name: "${name}") { fields { name args { name } } }`).join(' ')}}`;

const DEPRECATION = {
  inputValueDeprecation: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
};
const FULL = getIntrospectionQuery({ ...DEPRECATION, oneOf: true });
const MINIMAL = getIntrospectionQuery();

/**
 * The queries to try one after another, from the fullest to the minimal one, by the response to the probe. Servers differ in how much of
 * the specification they support, and refuse other fields; the introspection types describe what they support.
 */
function introspectionQueries(probed: unknown): string[] {
  const supported = readSupported(probed);
  if (supported) return [selectSupported(FULL, supported), MINIMAL];
  return [FULL, getIntrospectionQuery(DEPRECATION), getIntrospectionQuery({ oneOf: true }), MINIMAL];
}

function readSupported(probed: unknown): SupportedFields | undefined {
  const supported = new Map<string, Map<string, Set<string>>>();
  for (const type of TYPES) {
    const { fields } = ((probed as Record<string, unknown> | undefined)?.[type.slice(2)] ?? {}) as { fields?: unknown };
    if (!Array.isArray(fields)) return undefined;
    supported.set(type, new Map(fields.filter(isObject).map(({ name, args }) => [String(name), namesOf(args)])));
  }
  return supported;
}

function namesOf(args: unknown): Set<string> {
  return new Set(Array.isArray(args) ? args.filter(isObject).map(({ name }) => String(name)) : []);
}

/** The query without fields and arguments that the upstream does not support. */
function selectSupported(query: string, supported: SupportedFields): string {
  const typeInfo = new TypeInfo(buildSchema('type Query { any: Int }'));
  const visitor = visitWithTypeInfo(typeInfo, {
    Field: (node) => {
      const fields = supported.get(typeInfo.getParentType()?.name ?? '');
      if (!fields) return undefined;
      const args = fields.get(node.name.value);
      if (!args) return null;
      return { ...node, arguments: node.arguments?.filter(({ name }) => args.has(name.value)) ?? [] };
    },
  });
  return print(visit(parse(query), visitor));
}

function describe(url: URL, error: unknown): string {
  const status = statusOf(error);
  if (remedyFor(error) === 'url') {
    const hint =
      url.pathname === '/'
        ? `Did you mean ${url.origin}/graphql?`
        : 'Expected the URL of a GraphQL API, which often ends with /graphql.';
    return `it is not a GraphQL endpoint: it responded with status ${status} and no GraphQL result. ${hint}`;
  }
  const causes = causesOf(error);
  const innermost = causes.at(-1)!;
  const detail = innermost === error ? '' : ` (${innermost.message})`;
  if (causes.some((cause) => (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED'))
    return `nothing listens there${detail}.`;
  // The message of an upstream may have no full stop.
  return `${causes[0]!.message}${detail}`.replace(/(\w)$/, '$1.');
}

function remedyFor(error: unknown): Remedy {
  const status = statusOf(error);
  if (status !== undefined) {
    if (status === 401 || status === 403) return 'credentials';
    return codeOfStatus(status) === undefined ? 'url' : 'file';
  }
  // An error of the result, rather than of the connection: introspection is refused.
  if (!(error instanceof GraphQLError)) return 'file';
  const isRefused = REFUSALS.has(error.extensions['code']) || causesOf(error).length === 1;
  return isRefused ? 'credentials' : 'file';
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

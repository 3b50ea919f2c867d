import { GraphQLError } from 'graphql';
import { NoResultError } from './NoResultError.ts';
import { codeOfStatus } from './upstreamCodes.ts';

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
  if (causes.some(isRefusedConnection)) return `nothing listens there${detail}.`;
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
  return causesOf(error).find((each) => each instanceof NoResultError)?.status;
}

function isRefusedConnection(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNREFUSED';
}

/** An error, its cause, and so on to the innermost. */
function causesOf(error: unknown): Error[] {
  // One error for each address of the host.
  const below: unknown = error instanceof AggregateError ? error.errors[0] : (error as Error | undefined)?.cause;
  return [error as Error, ...(below === undefined ? [] : causesOf(below))];
}

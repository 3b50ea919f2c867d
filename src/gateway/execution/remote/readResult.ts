// The response of an upstream as a GraphQL result whose errors have codes of codes.ts. Without a result, the error is BAD_GATEWAY for
// a status of success, else that of the status, or UNAVAILABLE; OUTCOME_UNKNOWN for a mutation that may have been executed.
import type { IncomingHttpHeaders } from 'node:http';
import { type DocumentNode, type ExecutionResult, type GraphQLError, getLocation, getOperationAST } from 'graphql';
import type { ServiceError } from '../../errors/ServiceError.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../../errors/codes.ts';
import { outcomeUnknownError } from '../../errors/knownErrors.ts';
import { parseJson } from '../../protocol/json.ts';
import { type PersistedDocument, describeRefusal } from './persistedDocuments.ts';
import {
  DOCUMENT_CODES,
  NoResultError,
  ROUTER_CODES,
  badGatewayError,
  codeOfStatus,
  headersCarrier,
  mayHaveExecuted,
  upstreamFailure,
} from './upstreamErrors.ts';

/** What the errors of a response are read with. */
interface ResponseContext {
  status: number;
  headers: IncomingHttpHeaders;
  /** Whether a mutation was sent. */
  isWrite: boolean;
  /** The locations of variable definitions in the document, as `line:column`. */
  variableLocations: ReadonlySet<string>;
  /** The document, where it was sent by its id. */
  persisted?: PersistedDocument | undefined;
}

/** Reads the result of a response. See https://spec.graphql.org/October2021/#sec-Response-Format */
export function readResult(response: ResponseContext & { text: string }): ExecutionResult {
  const { status, headers, text, isWrite } = response;
  const result = parseResult(parseJson(text));
  if (!result) {
    const cause = new NoResultError(status, headers['content-type'], text);
    if (isWrite && mayHaveExecuted(status)) throw outcomeUnknownError(cause);
    if (status < 300) throw badGatewayError(cause);
    throw upstreamFailure(codeOfStatus(status) ?? 'UNAVAILABLE', headers, cause);
  }
  return withCodes(result, response);
}

/**
 * Reads one result of a batch of queries. Undefined where it is no result, or has an error that may depend on the status or the headers
 * of the response: they can be those of another result.
 */
export function readBatchedResult(value: unknown, context: ResponseContext): ExecutionResult | undefined {
  const result = parseResult(value);
  if (!result) return undefined;
  const isSuccess = context.status >= 200 && context.status < 300;
  if (result.errors && !(isSuccess && result.wasExecuted)) return undefined;
  return withCodes(result, context);
}

function withCodes({ data, errors, wasExecuted }: RawResult, context: ResponseContext): ExecutionResult {
  if (!errors) return { data: data ?? null };
  const shared = new Map<string, ServiceError>();
  // There can be a million of them, and a stack takes longer than all else of one: it would only show that it was read here.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const read = errors.map((error) => readError(error, wasExecuted, shared, context));
    return { data: data ?? null, errors: read as unknown[] as GraphQLError[] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What the gateway reads of a GraphQLError, whose own constructor takes ten times as long. */
class UpstreamError extends Error {
  override readonly name = 'GraphQLError';
  readonly path: readonly (string | number)[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly originalError: ServiceError;

  /** Has further properties of the upstream error, such as GitHub's `type`; none is overwritten. */
  constructor(
    message: string,
    fields: Readonly<Record<string, unknown>>,
    { extensions, originalError, cause }: Pick<UpstreamError, 'extensions' | 'originalError'> & { cause?: Error },
  ) {
    super(message);
    const { path } = fields;
    this.path = Array.isArray(path) ? (path as (string | number)[]) : undefined;
    this.extensions = extensions;
    this.originalError = originalError;
    if (cause) this.cause = cause;
    for (const name of Object.keys(fields)) if (!(name in this)) Object.assign(this, { [name]: fields[name] });
  }
}

interface RawResult {
  data?: ExecutionResult['data'];
  /** At least one. */
  errors?: unknown[];
  wasExecuted: boolean;
}

function parseResult(value: unknown): RawResult | undefined {
  if (!isObject(value)) return undefined;
  const { data, errors } = value;
  const hasErrors = Array.isArray(errors) && errors.length > 0;
  // An empty list of errors is not allowed, but some servers send it.
  const isResult = hasErrors || (isObject(data) && (errors == null || Array.isArray(errors)));
  if (!isResult) return undefined;
  // The result of a request that was not executed has no data, not even null.
  return { ...(isObject(data) && { data }), ...(hasErrors && { errors }), wasExecuted: 'data' in value };
}

/** Codes of codes.ts after which a mutation may have taken effect. */
const UNCERTAIN_CODES: ReadonlySet<ErrorCode> = new Set(['BAD_GATEWAY', 'TIMEOUT']);

/**
 * Reads one entry of `errors`, which can be any JSON value, of a result that has data where the operation was executed. It is OUTCOME_UNKNOWN, and thrown unless it is below a root field, if a
 * mutation may have taken effect: that is excluded with a code of codes.ts, but not after a timeout or an invalid response behind the
 * upstream, or when a router lost the connection to a subgraph.
 */
function readError(
  raw: unknown,
  wasExecuted: boolean,
  shared: Map<string, ServiceError>,
  context: ResponseContext,
): UpstreamError {
  const fields = isObject(raw) ? raw : {};
  const { message, path, extensions } = fields;
  const text = typeof message === 'string' ? message : 'An error without a message.';
  const received = { ...(isObject(extensions) && extensions) };
  const share = (key: string, create: () => ServiceError) => {
    const originalError = shared.get(key) ?? create();
    shared.set(key, originalError);
    return originalError;
  };
  const error = (
    code: ErrorCode | undefined,
    originalError = share(`own ${code}`, () => headersCarrier(code, headers)),
  ) =>
    new UpstreamError(text, fields, {
      extensions: code === undefined ? received : { ...received, code },
      originalError,
    });
  const replaced = (failure: ServiceError, cause = new Error(text)) =>
    new UpstreamError(failure.message, fields, { extensions: failure.extensions, originalError: failure, cause });

  const { headers, isWrite } = context;
  const code = typeof received['code'] === 'string' ? received['code'] : undefined;
  const refusal = context.persisted && describeRefusal(context.persisted, code, text);
  const badGateway = () => share('document', () => badGatewayError(new Error(text)));
  if (refusal !== undefined && !Array.isArray(path)) return replaced(badGateway(), new Error(refusal));
  const rejected = rejectedPart(fields, code, { ...context, wasExecuted });
  if (rejected === 'variable') return error('BAD_USER_INPUT');
  // The conventions may read the code from another property.
  if (rejected === 'document') return code === undefined ? error(undefined, badGateway()) : replaced(badGateway());
  const routerCode = ROUTER_CODES.get(code ?? '');
  const derived = routerCode ?? codeOfStatus(context.status);
  const ours =
    code !== undefined && !routerCode && Object.hasOwn(STATUS_OF_CODE, code) ? (code as ErrorCode) : undefined;
  const isUncertain = ours
    ? UNCERTAIN_CODES.has(ours)
    : routerCode !== undefined || (derived !== undefined && mayHaveExecuted(context.status));
  if (isWrite && isUncertain) {
    const unknown = share('unknown', () => outcomeUnknownError(new Error(text)));
    // Below a root field, a field can catch it.
    if (Array.isArray(path) && path.length > 1) return replaced(unknown);
    throw unknown;
  }
  // An unknown code is an internal failure, unless the conventions have it.
  if (ours || derived === undefined) return error(ours);
  return replaced(share(derived, () => upstreamFailure(derived, headers, new Error(text))));
}

/** The part of the request that was not valid; undefined if the request was executed. */
function rejectedPart(
  fields: Readonly<Record<string, unknown>>,
  code: string | undefined,
  { status, wasExecuted, variableLocations }: ResponseContext & { wasExecuted: boolean },
): 'variable' | 'document' | undefined {
  const isLocated = !wasExecuted && Array.isArray(fields['locations']);
  const isRefused = code === undefined && (status === 400 || (isLocated && status < 300));
  if (!isRefused && !DOCUMENT_CODES.has(code ?? '')) return undefined;
  if (isVariableError(fields, variableLocations)) return 'variable';
  // Without a location, the document is not to blame.
  return isRefused && !isLocated ? 'variable' : 'document';
}

/** Messages of validation rules about variables, which do not depend on their values. */
const DOCUMENT_ERROR =
  /^(?:Validation error|Variable "\$\w+" (?:is never used|is not defined|cannot be non-input|of type "[^"]*" used in|expected value of type "[^"]*" which))/;

/** The locations of variable definitions, as `line:column`. The document must be parsed from the text that is sent. */
export function findVariableLocations(document: DocumentNode): ReadonlySet<string> {
  const { variableDefinitions = [] } = getOperationAST(document)!;
  const locations = variableDefinitions.map(({ loc }) => getLocation(loc!.source, loc!.start));
  return new Set(locations.map(({ line, column }) => `${line}:${column}`));
}

/**
 * Whether an upstream error is about the value of a variable, and so about the client's input; other errors of a request that was
 * not executed are about the document. graphql-js begins such a message with the variable and locates it at its definition, as
 * most servers do; gqlgen returns its path.
 */
function isVariableError(error: Readonly<Record<string, unknown>>, variableLocations: ReadonlySet<string>): boolean {
  const { path, locations } = error;
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  if (DOCUMENT_ERROR.test(message)) return false;
  if (/^Variable ["'`]?\$/.test(message) || (Array.isArray(path) && path[0] === 'variable')) return true;
  return Array.isArray(locations) && locations.length > 0 && locations.every(isAtVariable);

  function isAtVariable(location: unknown): boolean {
    return isObject(location) && variableLocations.has(`${String(location['line'])}:${String(location['column'])}`);
  }
}

/** Whether a JSON value is an object, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

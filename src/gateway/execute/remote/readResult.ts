// The response of an upstream as a GraphQL result whose errors have codes of codes.ts. Without a result, the error is BAD_GATEWAY for
// a status of success, else that of the status; OUTCOME_UNKNOWN for a mutation that may have been executed.
import type { IncomingHttpHeaders } from 'node:http';
import { type DocumentNode, type ExecutionResult, type GraphQLError, getLocation, getOperationAST } from 'graphql';
import type { ServiceError } from '../../base/errors/ServiceError.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../../base/errors/codes.ts';
import { outcomeUnknownError } from '../../base/errors/knownErrors.ts';
import { canonicalJson, parseJson } from '../../http/json.ts';
import { MAX_RESULT_DEPTH, findExactNumber, isDeeperThan, isObject } from '../../http/losslessJson.ts';
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
  const parsed = parseText(text);
  const result = parseResult(parsed);
  if (result) return withCodes(result, response);
  const cause = new NoResultError(status, headers['content-type'], text);
  if (isWrite && (mayHaveExecuted(status) || hasData(parsed.value))) throw outcomeUnknownError(cause);
  throw upstreamFailure(codeOfStatus(status) ?? 'BAD_GATEWAY', headers, cause);
}

/** Whether a result, which need not be valid, has data: only an operation that was executed has it, or null in its place. */
function hasData(value: unknown): boolean {
  return isObject(value) && 'data' in value;
}

/**
 * Reads one result of a batch of queries. Undefined where it is no result, or has an error that may depend on the status or the headers
 * of the response: they can be those of another result.
 */
export function readBatchedResult(parsed: ParsedText, context: ResponseContext): ExecutionResult | undefined {
  const result = parseResult(parsed);
  if (!result) return undefined;
  const isSuccess = context.status >= 200 && context.status < 300;
  if (result.errors && !(isSuccess && result.wasExecuted)) return undefined;
  return withCodes(result, context);
}

function withCodes({ data, errors, wasExecuted }: RawResult, context: ResponseContext): ExecutionResult {
  if (!errors) return { data: data ?? null };
  const shared = new Map<string, ServiceError>();
  // There can be thousands of them, and a stack takes longer than all else of one: it would only show that it was read here.
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
    fields: RawError,
    { extensions, originalError, cause }: Pick<UpstreamError, 'extensions' | 'originalError'> & { cause?: Error },
  ) {
    super(message);
    this.path = fields.path ?? undefined;
    this.extensions = extensions;
    this.originalError = originalError;
    if (cause) this.cause = cause;
    for (const name of Object.keys(fields)) if (!(name in this)) Object.assign(this, { [name]: fields[name] });
  }
}

interface RawResult {
  data?: ExecutionResult['data'];
  /** At least one. With more than `MAX_ERRORS`, some were left out. */
  errors?: readonly RawError[];
  wasExecuted: boolean;
}

/** An entry of `errors`; some servers send null in place of what is absent, and those in PHP an empty list for an empty object. */
interface RawError extends Readonly<Record<string, unknown>> {
  message: string;
  path?: readonly (string | number)[] | null;
  locations?: readonly Readonly<Record<string, unknown>>[] | null;
  extensions?: Readonly<Record<string, unknown>> | readonly never[] | null;
}

/** Whether an entry of `errors` has its types. See https://spec.graphql.org/October2021/#sec-Errors */
function isRawError(value: unknown): value is RawError {
  if (!isObject(value)) return false;
  const { message, path, locations, extensions } = value;
  const isPath =
    path == null || (Array.isArray(path) && path.every((key) => ['string', 'number'].includes(typeof key)));
  const isLocated = locations == null || (Array.isArray(locations) && locations.every(isObject));
  const isMap = extensions == null || isObject(extensions) || (Array.isArray(extensions) && extensions.length === 0);
  const isTyped = typeof message === 'string' && isPath && isLocated && isMap;
  return isTyped && !isDeeperThan(value, MAX_RESULT_DEPTH);
}

/** Errors of one result that are all read. Reading one takes microseconds, and it stays in memory: 16 MiB can have a million. */
export const MAX_ERRORS = 10_000;

/** Kinds of the errors that follow those. */
const MAX_KINDS = 1_000;

/**
 * The first errors, and of those that follow the first of each kind, so that the worst decides the status whichever property has its code,
 * also where it is the last; undefined for more kinds than a server has.
 */
function selectErrors(errors: readonly RawError[]): readonly RawError[] | undefined {
  if (errors.length <= MAX_ERRORS) return errors;
  const kinds = new Set<string>();
  const further = errors.slice(MAX_ERRORS).filter((error) => {
    const { message: _, path, ...others } = error;
    const kind = `${path?.length} ${canonicalJson(others)}`;
    if (kinds.size > MAX_KINDS || kinds.has(kind)) return false;
    kinds.add(kind);
    return true;
  });
  return kinds.size > MAX_KINDS ? undefined : [...errors.slice(0, MAX_ERRORS), ...further];
}

/** The JSON of a response, or a part of it, undefined where it is not valid. */
export interface ParsedText {
  value: unknown;
  /** Whether the response has a number beyond the range of doubles. */
  isOutOfRange: boolean;
}

export function parseText(text: string): ParsedText {
  let isOutOfRange = false;
  const value = parseJson(text, () => (isOutOfRange = true));
  return { value, isOutOfRange };
}

/** Undefined where it is no result, or where no client could be sent a number of its data. */
function parseResult({ value, isOutOfRange }: ParsedText): RawResult | undefined {
  if (!isObject(value)) return undefined;
  // Neither null nor an empty list is allowed for the errors, but some servers send them.
  const { data = null, errors = null } = value;
  if (data !== null && !isObject(data)) return undefined;
  if (isOutOfRange) {
    const isInvalid = isDeeperThan(data, MAX_RESULT_DEPTH) || findExactNumber(data, (number) => number.isOutOfRange);
    if (isInvalid) return undefined;
  }
  const found = errors ?? [];
  if (!Array.isArray(found) || !found.every(isRawError)) return undefined;
  const selected = selectErrors(found);
  if (!selected || (selected.length === 0 && data === null)) return undefined;
  return { ...(data && { data }), ...(selected.length > 0 && { errors: selected }), wasExecuted: hasData(value) };
}

/** Codes of codes.ts after which a mutation may have taken effect. */
const UNCERTAIN_CODES: ReadonlySet<ErrorCode> = new Set(['BAD_GATEWAY', 'TIMEOUT']);

/**
 * Reads one entry of `errors` of a result that has data where the operation was executed. It is OUTCOME_UNKNOWN, and thrown unless it is below a root field, if a
 * mutation may have taken effect: that is excluded with a code of codes.ts, but not after a timeout or an invalid response behind the
 * upstream, or when a router lost the connection to a subgraph.
 */
function readError(
  raw: RawError,
  wasExecuted: boolean,
  shared: Map<string, ServiceError>,
  context: ResponseContext,
): UpstreamError {
  const { message: text, path, extensions } = raw;
  const received: Record<string, unknown> = { ...extensions };
  const share = (key: string, create: () => ServiceError) => {
    const originalError = shared.get(key) ?? create();
    shared.set(key, originalError);
    return originalError;
  };
  const error = (
    code: ErrorCode | undefined,
    originalError = share(`own ${code}`, () => headersCarrier(code, headers)),
  ) =>
    new UpstreamError(text, raw, {
      extensions: code === undefined ? received : { ...received, code },
      originalError,
    });
  const replaced = (failure: ServiceError, cause = new Error(text)) =>
    new UpstreamError(failure.message, raw, { extensions: failure.extensions, originalError: failure, cause });

  const { headers, isWrite } = context;
  const code = typeof received['code'] === 'string' ? received['code'] : undefined;
  const refusal = context.persisted && describeRefusal(context.persisted, code, text);
  const badGateway = () => share('document', () => badGatewayError(new Error(text)));
  if (refusal !== undefined && !path) return replaced(badGateway(), new Error(refusal));
  const rejected = rejectedPart(raw, code, { ...context, wasExecuted });
  if (rejected === 'variable') return error('BAD_USER_INPUT');
  // The conventions may read the code from another property.
  if (rejected === 'document') return code === undefined ? error(undefined, badGateway()) : replaced(badGateway());
  const routerCode = ROUTER_CODES.get(code ?? '');
  const derived = routerCode ?? codeOfStatus(context.status);
  const ours =
    code !== undefined && !routerCode && Object.hasOwn(STATUS_OF_CODE, code) ? (code as ErrorCode) : undefined;
  // A status that says that nothing was executed is not that of a field that failed.
  const isField = wasExecuted && path;
  const isUncertain = ours
    ? UNCERTAIN_CODES.has(ours)
    : routerCode !== undefined ||
      (derived !== undefined && (mayHaveExecuted(context.status) || (isField && derived === 'UNAVAILABLE')));
  if (isWrite && isUncertain) {
    const unknown = share('unknown', () => outcomeUnknownError(new Error(text)));
    // Below a root field, a field can catch it.
    if (path && path.length > 1) return replaced(unknown);
    throw unknown;
  }
  // An unknown code is an internal failure, unless the conventions have it.
  if (ours || derived === undefined) return error(ours);
  // Below 500 it can be that of the error, but without an execution it refuses the request, which the façade wrote.
  if (derived === 'BAD_GATEWAY') return error(undefined, wasExecuted ? undefined : badGateway());
  return replaced(share(derived, () => upstreamFailure(derived, headers, new Error(text))));
}

/** The part of the request that was not valid; undefined if the request was executed. */
function rejectedPart(
  fields: RawError,
  code: string | undefined,
  { status, wasExecuted, variableLocations }: ResponseContext & { wasExecuted: boolean },
): 'variable' | 'document' | undefined {
  const isLocated = !wasExecuted && Array.isArray(fields.locations);
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
function isVariableError({ message, path, locations }: RawError, variableLocations: ReadonlySet<string>): boolean {
  if (DOCUMENT_ERROR.test(message)) return false;
  if (/^Variable ["'`]?\$/.test(message) || path?.[0] === 'variable') return true;
  if (!locations || locations.length === 0) return false;
  return locations.every(({ line, column }) => variableLocations.has(`${String(line)}:${String(column)}`));
}

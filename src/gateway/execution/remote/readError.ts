// One entry of `errors` of an upstream, which can be any JSON value, as a GraphQLError with a code of codes.ts.
import { GraphQLError } from 'graphql';
import { type ErrorCode, STATUS_OF_CODE } from '../../errors/codes.ts';
import { outcomeUnknownError } from '../../errors/outcomeUnknownError.ts';
import type { ServiceError } from '../../errors/ServiceError.ts';
import { badGatewayError } from './badGatewayError.ts';
import { isObject } from './isObject.ts';
import { isVariableError } from './isVariableError.ts';
import type { ResponseContext } from './readResult.ts';
import { ROUTER_CODES, DOCUMENT_CODES, codeOfStatus, mayHaveExecuted } from './upstreamCodes.ts';
import { headersCarrier, upstreamFailure } from './upstreamFailure.ts';

/** The response of an error, and whether it has data, which can be null: then the operation was executed. */
type Context = ResponseContext & { wasExecuted: boolean };

type Path = readonly (string | number)[];

/** Codes of codes.ts after which a mutation may have taken effect. */
const UNCERTAIN_CODES: ReadonlySet<string> = new Set(['BAD_GATEWAY', 'TIMEOUT'] satisfies ErrorCode[]);

/**
 * Reads one error. It is OUTCOME_UNKNOWN, and thrown unless it is below a root field, if a mutation may have taken effect: that is
 * excluded with a code of codes.ts, but not after a timeout or an invalid response behind the upstream, or when a router lost the
 * connection to a subgraph.
 */
export function readError(raw: unknown, context: Context): GraphQLError {
  const fields = isObject(raw) ? raw : {};
  const { message, path, extensions } = fields;
  const text = typeof message === 'string' ? message : 'An error without a message.';
  const known = { ...(isObject(extensions) && extensions) };
  const location = Array.isArray(path) ? { path: path as Path } : {};
  const error = (code: ErrorCode | undefined, carrier: ServiceError) => {
    const own = code === undefined ? known : { ...known, code };
    return withOwn(new GraphQLError(text, { ...location, extensions: own, originalError: carrier }), fields);
  };
  const replaced = (failure: ServiceError) => {
    const { extensions: own, cause } = failure;
    const rewritten = new GraphQLError(failure.message, { ...location, extensions: own, originalError: failure });
    return withOwn(Object.assign(rewritten, { cause }), fields);
  };

  const { headers, isWrite } = context;
  const code = typeof known['code'] === 'string' ? known['code'] : undefined;
  switch (rejectedPart(fields, code, context)) {
    case 'variable':
      return error('BAD_USER_INPUT', headersCarrier('BAD_USER_INPUT', text, headers));
    case 'document':
      // The conventions may read the code from another property.
      return code === undefined
        ? error(undefined, badGatewayError(new Error(text)))
        : replaced(badGatewayError(new Error(text)));
  }
  const given = code !== undefined && !ROUTER_CODES.has(code) && Object.hasOwn(STATUS_OF_CODE, code);
  const derived = (code === undefined ? undefined : ROUTER_CODES.get(code)) ?? codeOfStatus(context.status);
  const isUncertain = given
    ? UNCERTAIN_CODES.has(code)
    : derived === 'TIMEOUT' || isBroken(derived, code, context.status);
  if (isWrite && isUncertain) {
    const unknown = outcomeUnknownError(new Error(text));
    // Below a root field, a field can catch it.
    if (Array.isArray(path) && path.length > 1) return replaced(unknown);
    throw unknown;
  }
  if (given) return error(code as ErrorCode, headersCarrier(code as ErrorCode, text, headers));
  // An unknown code is an internal failure, unless the conventions have it.
  if (derived === undefined) return error(undefined, headersCarrier(undefined, text, headers));
  return replaced(upstreamFailure(derived, headers, new Error(text)));
}

/** Whether UNAVAILABLE is that of a subgraph behind a router, or of a status with which the operation may have been executed. */
function isBroken(derived: ErrorCode | undefined, code: string | undefined, status: number): boolean {
  return derived === 'UNAVAILABLE' && ((code !== undefined && ROUTER_CODES.has(code)) || mayHaveExecuted(status));
}

/** The part of the request that was not valid; undefined if the request was executed. */
function rejectedPart(
  fields: Readonly<Record<string, unknown>>,
  code: string | undefined,
  { status, wasExecuted, variableLocations }: Context,
): 'variable' | 'document' | undefined {
  const isLocated = !wasExecuted && Array.isArray(fields['locations']);
  const isRefused = code === undefined && (status === 400 || (isLocated && status < 300));
  if (!isRefused && !DOCUMENT_CODES.has(code ?? '')) return undefined;
  if (isVariableError(fields, variableLocations)) return 'variable';
  // Without a location, the document is not to blame.
  return isRefused && !isLocated ? 'variable' : 'document';
}

/** Copies further properties of the upstream error, such as GitHub's `type`; none is overwritten. */
function withOwn(error: GraphQLError, fields: Readonly<Record<string, unknown>>): GraphQLError {
  return Object.assign(error, Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in error))));
}

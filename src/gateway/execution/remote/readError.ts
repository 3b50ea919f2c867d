// One entry of `errors` as it came from an upstream, where anything can stand, as a GraphQLError with a code of ours.
import { GraphQLError } from 'graphql';
import { type ErrorCode, STATUS_OF_CODE } from '../../errors/codes.ts';
import { outcomeUnknownError } from '../../errors/outcomeUnknownError.ts';
import type { ServiceError } from '../../errors/ServiceError.ts';
import { badGatewayError } from './badGatewayError.ts';
import { isObject } from './isObject.ts';
import { isVariableError } from './isVariableError.ts';
import type { Answer } from './readResult.ts';
import { CODE_OF_ROUTERS, DOCUMENT_CODES, codeOfStatus, mayHaveRun } from './upstreamCodes.ts';
import { headersCarrier, upstreamFailure } from './upstreamFailure.ts';

/** The answer that an error stands in, and whether it has data, be it null: then the operation was executed. */
type Context = Answer & { hasRun: boolean };

type Path = readonly (string | number)[];

/**
 * Reads one error. Throws OUTCOME_UNKNOWN where it leaves open whether a mutation has happened: a code of ours says that
 * nothing has, but a router's subgraph may have broken off after a write, and so may what took too long.
 */
export function readError(raw: unknown, context: Context): GraphQLError {
  const fields = isObject(raw) ? raw : {};
  const { message, path, extensions } = fields;
  const text = typeof message === 'string' ? message : 'An error without a message.';
  const known = { ...(isObject(extensions) && extensions) };
  const place = Array.isArray(path) ? { path: path as Path } : {};
  const error = (code: ErrorCode | undefined, carrier: ServiceError) => {
    const own = code === undefined ? known : { ...known, code };
    return withOwn(new GraphQLError(text, { ...place, extensions: own, originalError: carrier }), fields);
  };
  const ourWords = (failure: ServiceError) => {
    const { extensions: own, cause } = failure;
    const told = new GraphQLError(failure.message, { ...place, extensions: own, originalError: failure });
    return withOwn(Object.assign(told, { cause }), fields);
  };

  const { headers, isWrite } = context;
  const code = typeof known['code'] === 'string' ? known['code'] : undefined;
  switch (faultOf(fields, code, context)) {
    case 'variable':
      return error('BAD_USER_INPUT', headersCarrier('BAD_USER_INPUT', text, headers));
    case 'document':
      // A code in another place than this one is up to the conventions.
      return code === undefined
        ? error(undefined, badGatewayError(new Error(text)))
        : ourWords(badGatewayError(new Error(text)));
  }
  const given = code !== undefined && !CODE_OF_ROUTERS.has(code) && Object.hasOwn(STATUS_OF_CODE, code);
  const derived = (code === undefined ? undefined : CODE_OF_ROUTERS.get(code)) ?? codeOfStatus(context.status);
  const isInDoubt = given ? code === 'TIMEOUT' : derived === 'TIMEOUT' || isBroken(derived, code, context.status);
  if (isWrite && isInDoubt) throw outcomeUnknownError(new Error(text));
  if (given) return error(code as ErrorCode, headersCarrier(code as ErrorCode, text, headers));
  // What nobody has a name for is an internal failure, and only logged, unless the conventions know it.
  if (derived === undefined) return error(undefined, headersCarrier(undefined, text, headers));
  return ourWords(upstreamFailure(derived, headers, new Error(text)));
}

/** Whether UNAVAILABLE is what a router says of its subgraph, or a status that does not say that nothing was done. */
function isBroken(derived: ErrorCode | undefined, code: string | undefined, status: number): boolean {
  return derived === 'UNAVAILABLE' && ((code !== undefined && CODE_OF_ROUTERS.has(code)) || mayHaveRun(status));
}

/** What a request that was refused was refused for, if it was. */
function faultOf(
  fields: Readonly<Record<string, unknown>>,
  code: string | undefined,
  { status, hasRun, variablePlaces }: Context,
): 'variable' | 'document' | undefined {
  const isLocated = !hasRun && Array.isArray(fields['locations']);
  const isRefused = code === undefined && (status === 400 || (isLocated && status < 300));
  if (!isRefused && !DOCUMENT_CODES.has(code ?? '')) return undefined;
  if (isVariableError(fields, variablePlaces)) return 'variable';
  // Without a place in the document, nothing says that it is at fault.
  return isRefused && !isLocated ? 'variable' : 'document';
}

/** Keeps what an upstream says beside the message, such as GitHub's `type`; nothing that an error has is replaced. */
function withOwn(error: GraphQLError, fields: Readonly<Record<string, unknown>>): GraphQLError {
  return Object.assign(error, Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in error))));
}

import { STATUS_CODES } from 'node:http';
import type { Conventions } from '../../../plan/conventions/Conventions.ts';
import type { SecuritySchemes } from '../../../plan/conventions/SecurityScheme.ts';
import { prepareCredentials } from '../../../plan/conventions/credentialRules.ts';
import { errorRules, problemDocument } from '../../../plan/conventions/errorBodies.ts';
import { keywordCodes, withoutKeyword } from '../../../plan/conventions/errorPlaceholders.ts';
import { type Keyword, MAX_PROBLEM_BYTES, ProblemCollector } from '../../../base/errors/ProblemCollector.ts';
import type { ServiceError } from '../../../base/errors/ServiceError.ts';
import type { ErrorCode } from '../../../base/errors/codes.ts';
import { invalidInputError } from '../../../base/errors/knownErrors.ts';
import type { VersionPlan } from '../../../plan/ApiPlan.ts';

/** An error that a response shows. */
export interface ShownError {
  code: string;
  status: number;
  /** Absent: that of the code, or the reason phrase of the status. */
  message?: string | undefined;
}

/** The body of an error in a version: in the template of its conventions, or as a problem document. */
export function errorExample(
  { code, status, message }: ShownError,
  { conventions, endpoints }: VersionPlan,
  asProblem: boolean,
  schemes?: SecuritySchemes,
): unknown {
  const { errors, auth } = conventions;
  const invalid = withoutKeyword(code) === 'BAD_USER_INPUT' ? invalidExample(code, conventions) : undefined;
  const [scope = 'admin'] = endpoints.flatMap(({ scopes }) => scopes.flatMap(({ anyOf }) => anyOf.flat()));
  const messages: Partial<Record<string, string>> = {
    ...MESSAGES,
    FORBIDDEN: `The scope "${scope}" is required.`,
    UNSUPPORTED_MEDIA_TYPE: `The body has no Content-Type; send ${conventions.consumes.join(' or ')}.`,
    ...(schemes && { UNAUTHENTICATED: prepareCredentials(schemes, '').message(auth.scheme) }),
  };
  const { toWire, toBody } = errorRules(errors);
  const wire = toWire({
    status,
    code,
    message: message ?? invalid?.message ?? messages[code] ?? `${STATUS_CODES[status] ?? 'Error'}.`,
    problems: invalid?.problems ?? [],
    resource: undefined,
    requestId: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  });
  return asProblem ? problemDocument(wire) : toBody(wire);
}

/** A page's limit out of its bounds; or, under the code of another keyword, what that refuses. */
function invalidExample(code: string, { errors, page }: Conventions): ServiceError {
  const limit = page.parameters.limit;
  const keyed = Object.entries(keywordCodes(errors)).find((entry) => entry[1] === code);
  const found = new ProblemCollector(MAX_PROBLEM_BYTES, errors.messages, keyed && Object.fromEntries([keyed]));
  const place = { toString: () => limit, source: { parameter: limit } };
  const keyword = (keyed?.[0] ?? 'maximum') as Keyword;
  found.add(place, `must be between 1 and ${page.max}`, keyword, { minimum: 1, maximum: page.max });
  return invalidInputError(found);
}

/** The messages of errors that Portico raises. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'The body is not valid JSON.',
  UNAUTHENTICATED: 'Valid credentials are required in the Authorization header.',
  NOT_FOUND: 'Nothing was found for id 42.',
  NOT_ACCEPTABLE: 'Not acceptable; available media types: application/json',
  REQUEST_TIMEOUT: 'Request timeout: the body did not arrive in time.',
  CONFLICT: 'There is already one with this name.',
  IDEMPOTENCY_KEY_IN_USE: 'The first request with this Idempotency-Key is still running; try again shortly.',
  IDEMPOTENCY_KEY_REUSED: 'The first request with this Idempotency-Key was another one.',
  PRECONDITION_FAILED: 'The resource has changed: If-Match is not its entity tag.',
  PRECONDITION_REQUIRED: 'If-Match is required.',
  CONTENT_TOO_LARGE: 'The body must not be larger than 1048576 bytes.',
  RATE_LIMITED: 'There were too many requests; try again in 60 seconds.',
  INTERNAL_SERVER_ERROR: 'Internal server error; it has been logged.',
  BAD_GATEWAY: 'The upstream service returned an invalid response.',
  UNAVAILABLE: 'The service is unavailable; try again shortly.',
  TIMEOUT: 'The request timed out; try again later.',
};

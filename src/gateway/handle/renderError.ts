// Errors as a response shows them: their texts by `errors.codes`, and their body by `errors.body` or as a problem document.
import type { Conventions } from '../plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../plan/conventions/defaultConventions.ts';
import { type ErrorTexts, errorRules, problemDocument } from '../plan/conventions/errorBodies.ts';
import { decidingCode, statusOfCode } from '../plan/conventions/errorConventions.ts';
import { typeNameOnWire } from '../plan/conventions/wireNames.ts';
import { MAX_PROBLEM_BYTES, collectProblems } from '../base/errors/ProblemCollector.ts';
import type { ServiceError } from '../base/errors/ServiceError.ts';
import type { ErrorCode } from '../base/errors/codes.ts';
import { truncate } from '../base/errors/nearNames.ts';
import { requiredHeaders } from '../base/errors/errorHeaders.ts';
import { NO_STORE, type Reply } from '../http/Reply.ts';
import { withScheme } from '../http/credentials.ts';
import { writeJson } from '../http/losslessJson.ts';
import { prefersProblem } from '../http/mediaTypes.ts';
import type { RestRequest } from './read/RestRequest.ts';
import type { ServedVersion } from './Runtime.ts';

type ErrorDetails = Pick<ServiceError, 'status' | 'code' | 'message' | 'problems' | 'headers'> &
  Partial<Pick<ServiceError, 'hasOwnStatus' | 'resource'>>;

/** The codes that never promise that a retry is safe, whatever status the conventions give them. */
const MAY_HAVE_EFFECT: ReadonlySet<string> = new Set<ErrorCode>(['INTERNAL_SERVER_ERROR', 'OUTCOME_UNKNOWN']);

const PROBLEM_TYPE = 'application/problem+json';

/**
 * Renders an error: `{"error": "<message>"}` or the template of the conventions, or a problem document where the client strictly
 * prefers that. There, `title` is the reason phrase; `code`, `requestId` and `errors` are extensions. Status, texts of the
 * code, media type and scheme of the challenge are those of the conventions. See RFC 9457.
 */
export function renderError(
  error: ErrorDetails,
  accept: string | undefined,
  requestId: string,
  conventions: Conventions = DEFAULT_CONVENTIONS,
): Reply {
  const code = decidingCode(error.code, error.problems, conventions.errors);
  const { mediaType } = conventions.errors;
  const status = (error.hasOwnStatus ? undefined : statusOfCode(code, conventions.errors)) ?? error.status;
  const asProblem = prefersProblem(accept, mediaType);
  const { toWire, toBody } = errorRules(conventions.errors);
  const resource = error.resource === undefined ? undefined : typeNameOnWire(error.resource, conventions);
  const text = renderWithin(error, (shown) => {
    const wire = toWire({ status, code, resource, requestId, ...shown });
    return asProblem ? problemDocument(wire) : toBody(wire);
  });
  const ofStatus = status === error.status || MAY_HAVE_EFFECT.has(error.code) ? {} : requiredHeaders(status);
  const { 'www-authenticate': challenge, ...headers } = { ...ofStatus, ...error.headers };
  return {
    status,
    headers: {
      'content-type': asProblem ? PROBLEM_TYPE : mediaType,
      'content-length': String(Buffer.byteLength(text)),
      vary: 'Accept',
      'cache-control': NO_STORE,
      ...headers,
      // RFC 9110, section 11.6.1.
      ...(challenge !== undefined && { 'www-authenticate': withScheme(challenge, conventions.auth.scheme) }),
    },
    body: text,
  };
}

/** The reply to a request that is refused before its version is known, as the default version responds. */
export function refuseUnrouted(
  error: ErrorDetails,
  { headers: { accept }, requestId }: Pick<RestRequest, 'headers' | 'requestId'>,
  { conventions, headers, translateAccept }: { [Key in keyof ServedVersion]?: ServedVersion[Key] | undefined },
): Reply {
  const reply = renderError(error, translateAccept ? translateAccept(accept) : accept, requestId, conventions);
  return headers ? headers.complete(reply, requestId) : reply;
}

/** The size of the body of an error, whatever the template repeats. */
const MAX_ERROR_BYTES = 64 * 1024;

/** An error as JSON. A template may repeat the texts: they are cut until the whole fits. */
function renderWithin(error: ErrorTexts, bodyOf: (shown: ErrorTexts) => unknown): string {
  for (let limit = MAX_PROBLEM_BYTES; ; limit /= 2) {
    const text = writeJson(bodyOf(limitTexts(error, limit)));
    if (Buffer.byteLength(text) <= MAX_ERROR_BYTES || limit < 1) return text;
  }
}

const AND_MORE = '; and more';

/** Message and problems within so many bytes of JSON each; a UTF-16 code unit takes six at most. */
function limitTexts({ message, problems }: ErrorTexts, maxBytes: number): ErrorTexts {
  const isShort = Buffer.byteLength(JSON.stringify(message)) <= maxBytes + AND_MORE.length;
  return {
    message: isShort ? message : truncate(message, Math.max(1, Math.floor(maxBytes / 6))) + AND_MORE,
    problems: collectProblems(problems, maxBytes).problems,
  };
}

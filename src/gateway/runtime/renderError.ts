import type { Conventions } from '../conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import { statusOfCode } from '../conventions/errorConventions.ts';
import { typeNameOnWire } from '../conventions/wireNames.ts';
import { MAX_PROBLEM_BYTES, collectProblems } from '../errors/ProblemCollector.ts';
import type { Problem } from '../errors/ServiceError.ts';
import { truncate } from '../errors/nearNames.ts';
import { NO_STORE, type Reply } from '../protocol/Reply.ts';
import { withScheme } from '../protocol/credentials.ts';
import { prefersProblem } from '../protocol/mediaTypes.ts';
import { type WireError, type WireProblem, compileErrorBody, compileWireError } from './render/wireErrors.ts';

/** The size of the body of an error, whatever the template repeats. */
const MAX_ERROR_BYTES = 64 * 1024;

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
  const { mediaType } = conventions.errors;
  const status = (error.hasOwnStatus ? undefined : statusOfCode(error.code, conventions.errors)) ?? error.status;
  const headers = challengeInScheme(error.headers, conventions.auth.scheme);
  const asProblem = prefersProblem(accept, mediaType);
  const { toWire, render } = compiledFor(conventions);
  const { code } = error;
  const resource = error.resource === undefined ? undefined : typeNameOnWire(error.resource, conventions);
  const text = renderWithin(MAX_ERROR_BYTES, error, (shown) => {
    const wire = toWire({ status, code, resource, requestId, ...shown });
    return asProblem ? problemDocument(wire) : render(wire);
  });
  return {
    status,
    headers: {
      'content-type': asProblem ? PROBLEM_TYPE : mediaType,
      'content-length': String(Buffer.byteLength(text)),
      vary: 'Accept',
      'cache-control': NO_STORE,
      ...headers,
    },
    body: text,
  };
}

interface CompiledErrors {
  toWire: ReturnType<typeof compileWireError>;
  render: ReturnType<typeof compileErrorBody>;
}

const compiled = new WeakMap<Conventions, CompiledErrors>();

/** What the conventions say of errors, compiled at the first one. */
function compiledFor(conventions: Conventions): CompiledErrors {
  let found = compiled.get(conventions);
  if (!found) {
    const { errors } = conventions;
    found = { toWire: compileWireError(errors), render: compileErrorBody(errors.body) };
    compiled.set(conventions, found);
  }
  return found;
}

function problemDocument({ type, title, status, message, code, requestId, problems }: WireError): object {
  const errors = problems.length > 0 ? problems.map(problemEntry) : [{ message }];
  return { type, title, status, detail: message, code, requestId, errors };
}

/** A problem of the input as a whole has no field. */
function problemEntry({ field, message, code, hasOwnCode }: WireProblem): object {
  return { ...(field !== '' && { field }), message, ...(hasOwnCode && { code }) };
}

/** The same headers, the challenge being of another scheme than Bearer. See RFC 9110, section 11.6.1. */
function challengeInScheme(headers: Readonly<Record<string, string>>, scheme: string): Record<string, string> {
  const { 'www-authenticate': challenge, ...others } = headers;
  return challenge === undefined ? others : { ...others, 'www-authenticate': withScheme(challenge, scheme) };
}

/** The texts of an error body. */
type Texts = Pick<ErrorDetails, 'message' | 'problems'>;

/** An error as JSON. A template may repeat the texts: they are cut until the whole fits. */
function renderWithin(maxBytes: number, error: Texts, bodyOf: (shown: Texts) => unknown): string {
  for (let limit = MAX_PROBLEM_BYTES; ; limit /= 2) {
    const text = JSON.stringify(bodyOf(limitTexts(error, limit)));
    if (Buffer.byteLength(text) <= maxBytes || limit < 1) return text;
  }
}

/** Message and problems within so many bytes of JSON each; a UTF-16 code unit takes six at most. */
function limitTexts({ message, problems }: Texts, maxBytes: number): Texts {
  const isShort = Buffer.byteLength(JSON.stringify(message)) <= maxBytes + AND_MORE.length;
  return {
    message: isShort ? message : truncate(message, Math.max(1, Math.floor(maxBytes / 6))) + AND_MORE,
    problems: collectProblems(problems, maxBytes).problems,
  };
}

const AND_MORE = '; and more';

/** The parts of an error that its response is rendered from; a ServiceError has them. */
interface ErrorDetails {
  status: number;
  /** Whether the status is its own, and not the one of its code. */
  hasOwnStatus?: boolean;
  /** One of the table in `errors/codes.ts`, or one of an upstream that the conventions define. */
  code: string;
  message: string;
  problems: readonly Problem[];
  /** The type that was not found. */
  resource?: string | undefined;
  headers: Readonly<Record<string, string>>;
}

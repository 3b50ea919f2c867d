import { STATUS_CODES } from 'node:http';
import { MAX_PROBLEM_BYTES, MAX_PROBLEM_LENGTH, limitProblems } from '../errors/ProblemCollector.ts';
import { cutText } from '../errors/cutText.ts';
import type { Problem } from '../errors/ServiceError.ts';
import type { Reply } from '../protocol/message.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../conventions/defaultConventions.ts';
import { prefersProblem } from '../request/readPreference.ts';
import { statusOfCode } from './errorOfResult.ts';
import type { Failure } from './Failure.ts';
import { NOT_STORED } from '../protocol/cacheControl.ts';
import { inScheme } from './inScheme.ts';
import { renderTemplate } from './renderTemplate.ts';

/** What clients are sent at most as an error, whatever the template repeats. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * The one body of every error, `{"error": "<message>"}` or what the conventions have in its place, or a problem document of RFC 9457 where the client strictly
 * prefers that: `type` is about:blank, so `title` is the reason phrase; `code` and `errors` are extensions of ours.
 * Status and challenge are those of the conventions too.
 */
export function renderError(
  error: Failure,
  accept: string | undefined,
  requestId: string,
  conventions: Conventions = DEFAULT_CONVENTIONS,
): Reply {
  const code = cutText(error.code, MAX_PROBLEM_LENGTH);
  const told = error.hasOwnStatus ? undefined : statusOfCode(error.code, conventions.errors);
  const status = told ?? error.status;
  const headers = inScheme(error.headers, conventions);
  const asProblem = prefersProblem(accept);
  const text = renderWithin(MAX_ERROR_BYTES, error, (shown) =>
    asProblem
      ? {
          type: 'about:blank',
          title: STATUS_CODES[status] ?? 'Error',
          status,
          detail: shown.message,
          code,
          requestId,
          errors: shown.problems.length > 0 ? shown.problems.map(withoutEmptyField) : [{ message: shown.message }],
        }
      : renderTemplate(conventions.errors.body, { code, status, headers, ...shown }, requestId),
  );
  return {
    status,
    headers: {
      'content-type': asProblem ? 'application/problem+json' : 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      vary: 'Accept',
      'cache-control': NOT_STORED,
      ...headers,
    },
    body: text,
  };
}

/** What an error says in its body. */
type Texts = Pick<Failure, 'message' | 'problems'>;

/** An error as JSON. A template may say everything several times: then less is said each time. */
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
    message: isShort ? message : cutText(message, Math.max(1, Math.floor(maxBytes / 6))) + AND_MORE,
    problems: limitProblems(problems, maxBytes),
  };
}

const AND_MORE = '; and more';

/** What is wrong with the input as a whole stands nowhere in it. */
function withoutEmptyField({ field, ...rest }: Problem): Partial<Problem> {
  return field === '' ? rest : { field, ...rest };
}

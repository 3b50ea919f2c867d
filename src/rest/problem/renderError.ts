import { STATUS_CODES } from 'node:http';
import type { Problem } from '../../errors/ServiceError.ts';
import type { Reply } from '../message.ts';
import { type Conventions, DEFAULT_CONVENTIONS } from '../document/Conventions.ts';
import { prefersProblem } from '../negotiate/readPreference.ts';
import { statusOfCode } from './errorOfResult.ts';
import type { Failure } from './Failure.ts';
import { inScheme } from './inScheme.ts';
import { renderTemplate } from './renderTemplate.ts';

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
  const { code, message, problems } = error;
  const told = error.hasOwnStatus ? undefined : statusOfCode(code, conventions.errors);
  const status = told ?? error.status;
  const headers = inScheme(error.headers, conventions);
  const asProblem = prefersProblem(accept);
  const body = asProblem
    ? {
        type: 'about:blank',
        title: STATUS_CODES[status] ?? 'Error',
        status,
        detail: message,
        code,
        requestId,
        errors: problems.length > 0 ? problems.map(withoutEmptyField) : [{ message }],
      }
    : renderTemplate(conventions.errors.body, { ...error, status }, requestId);
  const text = JSON.stringify(body);
  return {
    status,
    headers: {
      'content-type': asProblem ? 'application/problem+json' : 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      vary: 'Accept',
      ...headers,
    },
    body: text,
  };
}

/** What is wrong with the input as a whole stands nowhere in it. */
function withoutEmptyField({ field, ...rest }: Problem): Partial<Problem> {
  return field === '' ? rest : { field, ...rest };
}

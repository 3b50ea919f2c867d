import { STATUS_CODES } from 'node:http';
import type { Reply } from '../message.ts';
import { type ErrorConventions, DEFAULT_CONVENTIONS } from '../document/Conventions.ts';
import { prefersProblem } from '../negotiate/negotiate.ts';
import type { Failure } from './Failure.ts';
import { renderTemplate } from './renderTemplate.ts';

/**
 * The one body of every error, `{"error": "<message>"}` or what the conventions have in its place, or a problem document of RFC 9457 where the client strictly
 * prefers that: `type` is about:blank, so `title` is the reason phrase; `code` and `errors` are extensions of ours.
 */
export function renderError(
  failure: Failure,
  accept: string | undefined,
  requestId: string,
  { body: template }: ErrorConventions = DEFAULT_CONVENTIONS.errors,
): Reply {
  const { status, code, message, problems, headers } = failure;
  const asProblem = prefersProblem(accept);
  const body = asProblem
    ? {
        type: 'about:blank',
        title: STATUS_CODES[status] ?? 'Error',
        status,
        detail: message,
        code,
        requestId,
        errors: problems.length > 0 ? problems : [{ message }],
      }
    : renderTemplate(template, failure, requestId);
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

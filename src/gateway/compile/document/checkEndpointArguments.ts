// Refuses an `@endpoint` whose arguments do not fit, and paths that are none.
import { OperationTypeNode } from 'graphql';
import * as z from 'zod';
import type { ReportDiagnostic } from '../../base/errors/Diagnostic.ts';
import { isRedirect } from '../../plan/EndpointPlan.ts';
import type { Segment } from '../../plan/paths.ts';
import type { EndpointDocument } from './Version.ts';
import { type DirectiveArguments, directiveNode } from './directives.ts';

/** Refuses an `@endpoint` whose arguments do not fit each other, or the operation that it is on. */
export function checkEndpoint({ operation, endpoint }: EndpointDocument, report: ReportDiagnostic): void {
  const refuse = (argument: keyof DirectiveArguments['endpoint'], message: string, hint: string) =>
    report(directiveNode(operation, 'endpoint', argument), message, hint);
  const { method, path, status, maxAge, deprecated, sunset, idempotencyKey = 'NONE' } = endpoint;
  const name = operation.name.value;
  const segments = parsePathTemplate(path);
  if ('message' in segments) refuse('path', segments.message, segments.hint);

  if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
    if (method !== 'GET') refuse('method', `A subscription requires GET, not ${method}.`, 'Use GET.');
    if (status !== 200) refuse('status', `A subscription has the status 200, not ${status}.`, 'Remove status.');
    if (maxAge !== undefined) refuse('maxAge', 'maxAge is not supported for a subscription.', 'Remove it.');
  } else if (method === 'GET' && operation.operation !== OperationTypeNode.QUERY) {
    const hint = 'Use POST, PUT, PATCH or DELETE, or make the operation a query.';
    refuse('method', `GET requires a query, but ${name} is a ${operation.operation}.`, hint);
  }
  if (CHANGING.has(method) && operation.operation !== OperationTypeNode.MUTATION) {
    const hint = 'Use GET or POST, or make the operation a mutation.';
    refuse('method', `${method} requires a mutation, but ${name} is a ${operation.operation}.`, hint);
  }
  const [, second] = operation.selectionSet.selections;
  if (operation.operation === OperationTypeNode.MUTATION && second) {
    report(second, `The mutation ${name} must have exactly one root field.`, 'Make an endpoint for each root field.');
  }

  checkStatus(operation.operation, status, (message, hint) => refuse('status', message, hint));
  if (idempotencyKey !== 'NONE' && method !== 'POST' && method !== 'PATCH') {
    refuse('idempotencyKey', 'idempotencyKey is for POST and PATCH.', 'Remove it.');
  } else if (idempotencyKey !== 'NONE' && operation.operation !== OperationTypeNode.MUTATION) {
    const hint = 'Remove it: a query changes nothing.';
    refuse('idempotencyKey', `idempotencyKey is for mutations, but ${name} is a ${operation.operation}.`, hint);
  }
  if (maxAge !== undefined && method !== 'GET') {
    refuse('maxAge', `maxAge is not supported for ${method}, only for GET.`, 'Remove it.');
  } else if (maxAge !== undefined && maxAge < 0) {
    refuse('maxAge', `maxAge must not be negative, but is ${maxAge}.`, 'Write the number of seconds.');
  }
  for (const argument of ['deprecated', 'sunset'] as const) {
    const date = endpoint[argument];
    if (date === undefined || z.regexes.date.test(date)) continue;
    refuse(argument, `${argument} must be a date, but is "${date}".`, 'Write a date such as "2027-01-31".');
  }
  // RFC 9745, section 4. Dates of this form sort as texts.
  if (deprecated !== undefined && sunset !== undefined && sunset < deprecated) {
    const hint = 'Change one of the dates: an endpoint is deprecated first.';
    refuse('sunset', `sunset ${sunset} is before deprecated ${deprecated}.`, hint);
  }
}

function checkStatus(
  operation: OperationTypeNode,
  status: number,
  refuse: (message: string, hint: string) => void,
): void {
  if (status < 200 || status > 399) {
    refuse(`The status ${status} is not a status of success.`, 'Use a status from 200 to 299.');
  } else if (status === 205 || status === 206 || (status > 299 && !isRedirect(status))) {
    const hint = 'Use 200, 204 for a response without a body, or 301, 302, 303, 307 or 308 for a redirect.';
    refuse(`The status ${status} is not supported.`, hint);
  } else if (isRedirect(status) && status !== 303 && operation === OperationTypeNode.MUTATION) {
    refuse(`The status ${status} would make clients send a mutation again that has taken effect.`, 'Use 303.');
  }
}

const CHANGING: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

const PLACEHOLDER = /\{(\+?[A-Za-z_]\w*)\}/;
const TEXT = /^[A-Za-z0-9._~:@!$'()*,;=&+-]*$/;
/** The placeholder of other frameworks, and what clients remove before they send a path: RFC 3986, section 5.2.4. */
const NO_SEGMENT = /^(?::[A-Za-z_]\w*|\.\.?)$/;
const VERSION = /^\/v[1-9]\d*(?=\/|$)/;

/** The segments of a path such as `/users/{id}/orders`; or what is wrong with it, and the fix. */
export function parsePathTemplate(path: string): Segment[] | { message: string; hint: string } {
  const refuse = (fault: string, hint: string) => ({ message: `The path "${path}" ${fault}.`, hint });
  if (path === '/') return [];
  if (!path.startsWith('/') || path.endsWith('/')) {
    return refuse('must begin with a slash, and not end with one', 'Write a path such as "/users/{id}".');
  }
  if (VERSION.test(path)) return refuse('must not begin with a version, which the folder adds', 'Remove the version.');
  const segments: Segment[] = [];
  const parts = path.slice(1).split('/');
  for (const [at, part] of parts.entries()) {
    const pieces = part.split(PLACEHOLDER);
    const texts = pieces.filter((_, index) => index % 2 === 0);
    const names = pieces.filter((_, index) => index % 2 === 1);
    const rest = names.find((name) => name.startsWith('+'));
    if (part === '' || NO_SEGMENT.test(part) || !texts.every((text) => TEXT.test(text))) {
      const fault = `has the segment "${part}", which is neither text nor a placeholder`;
      return refuse(
        fault,
        'Write a placeholder as "{id}", "{+path}" or "{id}.json", and text without special characters.',
      );
    }
    if (texts.slice(1, -1).includes('')) {
      const hint = 'Write text between them, as in "{base}...{head}".';
      return refuse(`has two placeholders without text between them in "${part}"`, hint);
    }
    if (rest !== undefined && (part !== `{${rest}}` || at < parts.length - 1)) {
      return refuse(`has {${rest}}, which is not its last segment`, `End the path with "/{${rest}}".`);
    }
    segments.push(rest === undefined ? { names, texts } : { names: [rest.slice(1)], texts, isRest: true });
  }
  return segments;
}

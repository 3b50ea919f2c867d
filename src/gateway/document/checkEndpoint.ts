import { type EndpointDocument } from './EndpointDocument.ts';
import type { Report } from '../errors/Diagnostic.ts';

/** Refuses an `@endpoint` whose arguments do not fit each other, or not the operation that it mounts. */
export function checkEndpoint({ operation, endpoint }: EndpointDocument, report: Report): void {
  const refuse = (message: string, hint: string) => report(operation, message, hint);
  const { method, status } = endpoint;
  if (method === 'GET' && operation.operation !== 'query') {
    refuse('GET is safe, and so mounts a query.', 'Change the method, or make it a query.');
  }
  if ((method === 'PUT' || method === 'PATCH' || method === 'DELETE') && operation.operation !== 'mutation') {
    refuse(`${method} changes something, and so mounts a mutation.`, 'Use GET, or make it a mutation.');
  }
  if (operation.operation === 'mutation' && operation.selectionSet.selections.length !== 1) {
    refuse('A mutation has one root field, so that it happens whole or not at all.', 'Split it into endpoints.');
  }
  if (status < 200 || status > 299) refuse(`A status of ${status} is no success.`, 'Use one from 200 to 299.');
  if (status === 205 || status === 206) refuse(`A ${status} is no answer to this request.`, 'Use 200, or 204.');
  if (endpoint.maxAge !== undefined && (method !== 'GET' || endpoint.maxAge < 0)) {
    refuse('maxAge: counts the seconds for which a GET may be cached.', 'Leave it out.');
  }
  for (const name of ['deprecated', 'sunset'] as const) {
    const date = endpoint[name];
    if (date !== undefined && !isDate(date)) refuse(`${name}: "${date}" is no date.`, 'Write it as 2027-01-31.');
  }
  // RFC 9745, section 4. Dates of this form sort as texts.
  const { deprecated, sunset } = endpoint;
  if (deprecated !== undefined && sunset !== undefined && sunset < deprecated) {
    refuse(`It ends on ${sunset}, before it is deprecated on ${deprecated}.`, 'Change one of the dates.');
  }
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

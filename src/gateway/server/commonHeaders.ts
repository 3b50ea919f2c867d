/**
 * The headers of every response: the request id of its log lines, and no guessing of media types. See the Fetch standard,
 * section 3.6, for nosniff.
 */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' };
}

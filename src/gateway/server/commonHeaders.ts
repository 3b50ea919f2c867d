/**
 * The headers of every response, whatever it answers: the id under which the log has the request, and that the media type is
 * not to be guessed. See the Fetch standard, section 3.6, for nosniff.
 */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' };
}

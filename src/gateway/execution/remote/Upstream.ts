import type { IncomingHttpHeaders } from 'node:http';

/** A GraphQL API that operations are sent to. Header names are in lower case. */
export interface Upstream {
  url: URL;
  /** Headers of every request to it. */
  headers: Readonly<Record<string, string>>;
  /** Further headers of a client's request that are forwarded. */
  forwarded: readonly string[];
}

/** Headers that are always forwarded. See https://www.w3.org/TR/trace-context/ */
const ALWAYS_FORWARDED = ['authorization', 'traceparent', 'tracestate'];

export const REQUEST_ID = 'x-request-id';

/** The headers of a request to the upstream. Its own headers override those of the client. */
export function headersTo(
  { headers, forwarded }: Upstream,
  requestId: string,
  received: IncomingHttpHeaders,
): Record<string, string> {
  const fromClient: Record<string, string> = {};
  for (const name of [...ALWAYS_FORWARDED, ...forwarded]) {
    const value = received[name];
    if (value !== undefined) fromClient[name] = String(value);
  }
  return { ...fromClient, [REQUEST_ID]: requestId, ...headers };
}

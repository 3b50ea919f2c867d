import type { IncomingHttpHeaders } from 'node:http';

/** A GraphQL API that operations are sent to. Header names are in lower case. */
export interface Upstream {
  url: URL;
  /** What every request to it carries. */
  headers: Readonly<Record<string, string>>;
  /** Which further headers of a client's request are sent on. */
  forwarded: readonly string[];
}

/** What is sent on without being asked for. See https://www.w3.org/TR/trace-context/ */
const ALWAYS = ['authorization', 'traceparent', 'tracestate'];

/** The headers of the request to the upstream that a client's request leads to. */
export function headersTo(
  { headers, forwarded }: Upstream,
  requestId: string,
  received: IncomingHttpHeaders,
): Record<string, string> {
  const sentOn: Record<string, string> = {};
  for (const name of [...ALWAYS, ...forwarded]) {
    const value = received[name];
    if (value !== undefined) sentOn[name] = String(value);
  }
  return { ...sentOn, 'x-request-id': requestId, ...headers };
}

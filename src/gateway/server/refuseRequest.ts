import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';
import { parseHost } from '../protocol/parseHost.ts';

/** How many header lines are read; beyond that, Node would drop lines in silence. */
export const MAX_HEADER_LINES = 2_000;

/** For refusals after which nobody can be sure where the next request begins, or what was left out. */
const LAST = { headers: { connection: 'close' } };

/**
 * What is wrong with a request before anybody looks at where it goes: HTTP/1.1 demands exactly one Host that is one, a
 * target that is absolute has to be a URL, and a body comes whole or in chunks. Of credentials and media types there is one:
 * whoever is in front may have looked at the other. See RFC 9112 sections 3.2 and 6.1, and RFC 9110 sections 5.3 and 10.1.1.
 */
export function refuseRequest(request: IncomingMessage): ServiceError | undefined {
  const { httpVersion, rawHeaders, headers, url = '' } = request;
  const lines = rawHeaders.length / 2;
  if (lines > mostLines(request)) {
    const message = `The request has ${lines} header lines; at most ${MAX_HEADER_LINES} are read.`;
    return new ServiceError('HEADERS_TOO_LARGE', message, LAST);
  }
  const { hosts, authorizations, types } = singletonsOf(rawHeaders);
  if (hosts !== 1 && (hosts !== 0 || httpVersion !== '1.0')) {
    return new ServiceError('BAD_REQUEST', `The request needs exactly one Host header; it has ${hosts}.`);
  }
  if (headers.host !== undefined && !parseHost(headers.host)) {
    const message = 'Host must be a host name or an IP address, with a port or without.';
    return new ServiceError('BAD_REQUEST', message);
  }
  if (authorizations > 1) return new ServiceError('BAD_REQUEST', 'Authorization must be given only once.');
  if (types > 1) return new ServiceError('BAD_REQUEST', 'Content-Type must be given only once.');
  if (!url.startsWith('/') && url !== '*' && !URL.canParse(url)) {
    return new ServiceError('BAD_REQUEST', 'The target of the request is neither a path nor a URL.');
  }
  if (httpVersion === '1.1' && headers.expect !== undefined && !/\b100-continue\b/i.test(headers.expect)) {
    return new ServiceError('EXPECTATION_FAILED', 'The only expectation that can be met is 100-continue.');
  }
  return refuseCoding(request);
}

/** Of another server than ours Node has dropped all lines but the first 1,000, or as many as that server takes. */
function mostLines({ rawHeaders, socket }: IncomingMessage): number {
  const { maxHeadersCount } = (socket as { server?: { maxHeadersCount?: number | null } }).server ?? {};
  const kept = typeof maxHeadersCount === 'number' ? maxHeadersCount : MAX_HEADER_LINES / 2;
  // Nobody can tell whether there was another line behind the last one that is kept.
  return kept > 0 && rawHeaders.length / 2 === kept ? kept - 1 : MAX_HEADER_LINES;
}

/** How often the headers are given of which there must be one. Content types count if they differ. */
function singletonsOf(rawHeaders: readonly string[]): { hosts: number; authorizations: number; types: number } {
  let hosts = 0;
  let authorizations = 0;
  const types = new Set<string>();
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
    else if (name.length === 12 && name.toLowerCase() === 'content-type') types.add(rawHeaders[n + 1] as string);
  }
  return { hosts, authorizations, types: types.size };
}

/** Where chunked is not the last coding, or not only that, Node has refused the request before. See RFC 9112 section 6.1. */
function refuseCoding({ httpVersion, headers }: IncomingMessage): ServiceError | undefined {
  const coding = headers['transfer-encoding']?.trim().toLowerCase();
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') {
    return new ServiceError('BAD_REQUEST', 'Transfer-Encoding must not be sent with HTTP/1.0.', LAST);
  }
  if (coding === 'chunked') return undefined;
  const message = 'Transfer-Encoding must be chunked; no other transfer coding is implemented.';
  return new ServiceError('NOT_IMPLEMENTED', message, LAST);
}

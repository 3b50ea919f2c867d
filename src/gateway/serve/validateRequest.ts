import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { isHost } from '../http/clientOrigin.ts';
import { findFragment, parseOrigin } from '../http/urls.ts';

/** Header lines that are read; Node would silently drop further ones. */
export const MAX_HEADER_LINES = 2_000;

/** After these errors it is not certain where the next request begins, or which lines were dropped. */
const CLOSE = { headers: { connection: 'close' } };

/**
 * The error of a request that is wrong whatever its path is: HTTP/1.1 requires exactly one valid Host, an absolute target must
 * be a URL of http or https, no target has a fragment, and the only transfer coding is chunked. Node also parses HTTP/2.0 and 0.9. Authorization and
 * Content-Type must be unique, because a proxy may have checked another line. See RFC 9112, sections 2.3, 3.2 and 6.1, and
 * RFC 9110, sections 4.2, 5.3 and 10.1.1.
 */
export function validateRequest(request: IncomingMessage): ServiceError | undefined {
  const { httpVersion, rawHeaders, headers, url = '' } = request;
  if (!isSupportedVersion(httpVersion)) return unsupportedVersionError(httpVersion);
  const lines = rawHeaders.length / 2;
  const max = maxLines(request);
  if (lines > max) {
    const message = `The request has ${lines} header lines; the maximum is ${max}.`;
    return new ServiceError('HEADERS_TOO_LARGE', message, CLOSE);
  }
  const { hosts, authorizations, differingTypes } = countLines(rawHeaders);
  if (hosts !== 1 && (hosts !== 0 || httpVersion !== '1.0')) {
    return new ServiceError('BAD_REQUEST', `Host must be given exactly once, not ${hosts} times.`);
  }
  // Nor is it empty: a URL of http has no empty host.
  if (headers.host !== undefined && !isHost(headers.host)) {
    return new ServiceError('BAD_REQUEST', 'Host must be a host name or an IP address, with or without a port.');
  }
  if (authorizations > 1) return new ServiceError('BAD_REQUEST', 'Authorization must be given only once.');
  if (differingTypes) return new ServiceError('BAD_REQUEST', 'Content-Type must be given only once.');
  if (!url.startsWith('/') && url !== '*' && !isHttpUrl(url)) {
    return new ServiceError('BAD_REQUEST', 'The request target must be a path, or a URL of http or https.');
  }
  const fragment = findFragment(url);
  if (fragment) return fragment;
  if (httpVersion === '1.1' && headers.expect !== undefined && !/\b100-continue\b/i.test(headers.expect)) {
    return new ServiceError('EXPECTATION_FAILED', 'The only supported expectation is 100-continue.');
  }
  return validateCoding(request);
}

export function isSupportedVersion(version: string): boolean {
  return version === '1.1' || version === '1.0';
}

/** The error of another version of HTTP, also 1.2, which should be served as 1.1: Node does not parse it. See RFC 9110, section 15.6.6. */
export function unsupportedVersionError(version: string): ServiceError {
  const message = `HTTP/${version} is not supported; the supported versions are HTTP/1.1 and HTTP/1.0.`;
  return new ServiceError('HTTP_VERSION_NOT_SUPPORTED', message, CLOSE);
}

function isHttpUrl(target: string): boolean {
  const origin = parseOrigin(target);
  return origin !== undefined && /^https?$/.test(origin.scheme) && isHost(origin.authority);
}

/** A host's own server has dropped all lines but the first 1,000, or as many as its `maxHeadersCount` says. */
function maxLines({ rawHeaders, socket }: IncomingMessage): number {
  const { maxHeadersCount } = (socket as { server?: { maxHeadersCount?: number | null } }).server ?? {};
  const limit = typeof maxHeadersCount === 'number' ? maxHeadersCount : MAX_HEADER_LINES / 2;
  // At the limit, a further line may have been dropped; beyond it, `headers` lacks what `rawHeaders` may still have.
  return limit > 0 && rawHeaders.length / 2 >= limit ? limit - 1 : MAX_HEADER_LINES;
}

/** Counts the lines of headers that must be unique; those of Content-Type may be repeated, but not differ. */
function countLines(rawHeaders: readonly string[]) {
  let hosts = 0;
  let authorizations = 0;
  let type: string | undefined;
  let differingTypes = false;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
    else if (name.length === 12 && name.toLowerCase() === 'content-type') {
      type ??= rawHeaders[n + 1] as string;
      if (rawHeaders[n + 1] !== type) differingTypes = true;
    }
  }
  return { hosts, authorizations, differingTypes };
}

/** Node itself refuses a coding after chunked. The end of any other is not known: the connection is closed. See RFC 9112, section 6.1. */
function validateCoding({ httpVersion, headers }: IncomingMessage): ServiceError | undefined {
  const coding = headers['transfer-encoding']?.trim().toLowerCase();
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') {
    return new ServiceError('BAD_REQUEST', 'Transfer-Encoding is not allowed in HTTP/1.0.', CLOSE);
  }
  if (coding === 'chunked') return undefined;
  const message = 'Transfer-Encoding must be chunked; other transfer codings are not implemented.';
  return new ServiceError('NOT_IMPLEMENTED', message, CLOSE);
}

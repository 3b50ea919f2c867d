import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors/ServiceError.ts';

/**
 * What is wrong with a request before anybody looks at where it goes: HTTP/1.1 demands exactly one Host, a target that is
 * absolute has to be a URL, and a body comes whole or in chunks. See RFC 9112 sections 3.2 and 6.1.
 */
export function refuseRequest({
  httpVersion,
  rawHeaders,
  headers,
  url = '',
}: IncomingMessage): ServiceError | undefined {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts !== 1 && (hosts !== 0 || httpVersion !== '1.0')) {
    return new ServiceError('BAD_REQUEST', `The request needs exactly one Host header; it has ${hosts}.`);
  }
  if (!url.startsWith('/') && url !== '*' && !URL.canParse(url)) {
    return new ServiceError('BAD_REQUEST', 'The target of the request is neither a path nor a URL.');
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    const message = `A body in the transfer coding ${coding} is not read here; send it as it is, or in chunks.`;
    return new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  return undefined;
}

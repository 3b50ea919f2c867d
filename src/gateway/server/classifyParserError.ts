import { METHODS } from 'node:http';
import type { ErrorCode } from '../errors/codes.ts';
import { ServiceError } from '../errors/ServiceError.ts';

/** An error of Node's parser: `bytesParsed` is its position in the last packet. */
export interface ParserError extends NodeJS.ErrnoException {
  bytesParsed?: number;
  rawPacket?: Buffer;
}

const ERRORS: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request line and headers must not be larger than 16 KiB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'CONTENT_TOO_LARGE',
    'The chunk extensions of the body must not be larger than 16 KiB.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'Request timeout: the headers or the body did not arrive in time.'],
};
const MALFORMED: [ErrorCode, string] = ['BAD_REQUEST', 'The request is not valid HTTP/1.1.'];

const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]{1,100}) \S+ HTTP\/1\.[01]\r?\n/;
/** Longer than any method. */
const MAX_METHOD_BYTES = 100;

/** The response to a request that Node cannot parse. */
export function classifyParserError(error: ParserError): ServiceError {
  const method = findUnknownMethod(error);
  if (method !== undefined) return new ServiceError('NOT_IMPLEMENTED', `The method ${method} is not implemented.`);
  return new ServiceError(...(ERRORS[error.code ?? ''] ?? MALFORMED));
}

/**
 * The method of a request that is valid otherwise: a token that no server has to know. The parser stops after the target for
 * methods of other protocols, and within the method for others. See RFC 9110, sections 9.1 and 15.6.2.
 */
function findUnknownMethod({ code, bytesParsed = 0, rawPacket }: ParserError): string | undefined {
  if (!rawPacket || (code !== 'HPE_INVALID_METHOD' && code !== 'HPE_INVALID_CONSTANT')) return undefined;
  const text = rawPacket.toString('latin1');
  let start = bytesParsed;
  if (code === 'HPE_INVALID_CONSTANT') start = text.lastIndexOf('\n', bytesParsed - 1) + 1;
  else while (start > 0 && bytesParsed - start < MAX_METHOD_BYTES && text[start - 1]! > ' ') start--;
  const method = REQUEST_LINE.exec(text.slice(start))?.[1];
  return method === undefined || METHODS.includes(method) ? undefined : method;
}

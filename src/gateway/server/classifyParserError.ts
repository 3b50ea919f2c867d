import { METHODS } from 'node:http';
import type { ErrorCode } from '../errors/codes.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import { isSupportedVersion, unsupportedVersionError } from './validateRequest.ts';

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

const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]{1,100}) \S+ HTTP\/(\d\.\d)\r?\n/;
/** Longer than any method. */
const MAX_METHOD_BYTES = 100;
/** Where the parser stops within a request line: in its method, behind that, or in its version. */
const LINE_ERRORS: ReadonlySet<string> = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION']);

/**
 * The response to a request that Node cannot parse. One that is valid otherwise is 505 for its version, or 501 for its method, a token
 * that no server has to know. See RFC 9110, sections 9.1, 15.6.2 and 15.6.6.
 */
export function classifyParserError(error: ParserError): ServiceError {
  const { code = '' } = error;
  if (code === 'HPE_PAUSED_H2_UPGRADE') return unsupportedVersionError('2.0');
  const line = LINE_ERRORS.has(code) ? readRequestLine(error) : undefined;
  if (line && !isSupportedVersion(line.version)) return unsupportedVersionError(line.version);
  if (line && !METHODS.includes(line.method)) {
    return new ServiceError('NOT_IMPLEMENTED', `The method ${line.method} is not implemented.`);
  }
  return new ServiceError(...(ERRORS[code] ?? MALFORMED));
}

/** The request line in which the parser has stopped; undefined where it is not valid. */
function readRequestLine({
  code,
  bytesParsed = 0,
  rawPacket,
}: ParserError): Record<'method' | 'version', string> | undefined {
  if (!rawPacket) return undefined;
  const text = rawPacket.toString('latin1');
  let start = bytesParsed;
  if (code !== 'HPE_INVALID_METHOD') start = text.lastIndexOf('\n', bytesParsed - 1) + 1;
  else while (start > 0 && bytesParsed - start < MAX_METHOD_BYTES && text[start - 1]! > ' ') start--;
  const [, method, version] = REQUEST_LINE.exec(text.slice(start)) ?? [];
  return method === undefined || version === undefined ? undefined : { method, version };
}

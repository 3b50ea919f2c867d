import { cutText } from '../errors/cutText.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { RestRequest } from './RestRequest.ts';

/** The most bytes of a request body, 1 MiB. */
const MOST_BYTES = 1024 * 1024;

/** Of what was sent, in UTF-16 code units. */
const MAX_ECHO_LENGTH = 200;

const JSON_TYPE = /^application\/(?:json|[\w!#$&^.+-]+\+json)$/i;

/**
 * Reads the JSON body of a request; undefined if there is none. Throws UNSUPPORTED_MEDIA_TYPE for anything but UTF-8
 * JSON, CONTENT_TOO_LARGE, or BAD_REQUEST. See RFC 9110, sections 8.3 and 8.4, and RFC 8259, section 8.1.
 */
export async function readJsonBody({ headers, readBody }: RestRequest): Promise<unknown> {
  const type = headers['content-type'];
  if (type !== undefined) checkType(type);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      `A body in ${cutText(encoding, MAX_ECHO_LENGTH)} is not read here; send it as it is.`,
      {
        headers: { 'accept-encoding': 'identity' },
      },
    );
  }
  const bytes = await readBody(MOST_BYTES);
  if (bytes.length === 0) return undefined;
  if (type === undefined) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body has no Content-Type; send application/json.');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServiceError(
      'BAD_REQUEST',
      `The body is not valid JSON: ${cutText((error as Error).message, MAX_ECHO_LENGTH)}.`,
    );
  }
}

function checkType(header: string): void {
  const [type = '', ...parameters] = header.split(';');
  if (!JSON_TYPE.test(type.trim())) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      `A body of ${cutText(type.trim(), MAX_ECHO_LENGTH) || 'no type'} is not read here; send application/json.`,
    );
  }
  const charset = parameters.map(readCharset).find((each) => each !== undefined);
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      `A body in ${cutText(charset, MAX_ECHO_LENGTH)} is not read here; send UTF-8.`,
    );
  }
}

function readCharset(parameter: string): string | undefined {
  const [name = '', ...value] = parameter.split('=');
  return name.trim().toLowerCase() === 'charset' ? value.join('=').trim().replaceAll('"', '') : undefined;
}

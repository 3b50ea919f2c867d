import type { Endpoint } from './Endpoint.ts';
import type { Reply } from '../protocol/Reply.ts';
import { entityTag } from '../protocol/entityTag.ts';

/** A success with a JSON body. `own` are the headers of this answer alone. */
export function jsonReply(
  { document, version, headers: fixed }: Endpoint,
  mediaType: string,
  body: unknown,
  own: Record<string, string>,
): Reply {
  const { status, maxAge } = document.endpoint;
  const text = JSON.stringify(body);
  const link = [own['link'], fixed['link']].filter((each) => each !== undefined).join(', ');
  const headers: Record<string, string> = {
    'content-type': mediaType,
    vary: 'Accept',
    ...fixed,
    ...own,
    ...(link !== '' && { link }),
  };
  if (maxAge !== undefined) {
    headers['etag'] = entityTag(text, mediaType, version);
  }
  headers['content-length'] = String(Buffer.byteLength(text));
  return { status, headers, body: text };
}

import type { Reply } from '../protocol/Reply.ts';
import { entityTag } from '../protocol/entityTag.ts';
import type { Endpoint } from './Endpoint.ts';

/** A success with a JSON body. `own` are the headers of this response alone; `etag` is the value that its tag begins with. */
export function jsonReply(
  { plan: { status, maxAge }, version, headers: fixed }: Endpoint,
  mediaType: string,
  body: unknown,
  own: Record<string, string>,
): Reply {
  const text = JSON.stringify(body);
  const value = own['etag'];
  const headers: Record<string, string> = { 'content-type': mediaType, ...fixed };
  for (const name in own) headers[name] = own[name]!;
  if (own['link'] !== undefined && fixed['link'] !== undefined) headers['link'] = `${own['link']}, ${fixed['link']}`;
  if (maxAge !== undefined || value !== undefined) {
    headers['etag'] = entityTag(text, mediaType, version.number, value);
  }
  headers['content-length'] = String(Buffer.byteLength(text));
  return { status, headers, body: text };
}

import { createHash } from 'node:crypto';
import type { KeyedRequest } from './KeyedRequest.ts';

/** Identifies a record by a text of 43 characters, whatever the client has sent. */
export function recordKey({ subject, route, key }: Pick<KeyedRequest, 'subject' | 'route' | 'key'>): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, route, key]))
    .digest('base64url');
}

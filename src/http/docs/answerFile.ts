import { methodNotAllowed } from '../../errors/methodNotAllowed.ts';
import type { Reply } from '../../rest/message.ts';
import { isNotModified } from '../../rest/reply/entityTag.ts';
import { READING } from '../methods.ts';
import type { ServedFile } from './renderFile.ts';

/** An answer whose body is bytes already. */
export interface FileReply extends Omit<Reply, 'body'> {
  body: Uint8Array | null;
}

/** Answers a request for a file: nothing but reading is possible, and no credentials are asked for. */
export function answerFile({ headers, body }: ServedFile, method: string, ifNoneMatch: string | undefined): FileReply {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: READING }, body: null };
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, READING);
  if (isNotModified(ifNoneMatch, headers.etag)) {
    const { etag, 'cache-control': caching } = headers;
    return { status: 304, headers: { etag, 'cache-control': caching }, body: null };
  }
  return { status: 200, headers, body };
}

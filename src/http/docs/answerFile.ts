import { ServiceError } from '../../errors/ServiceError.ts';
import type { Reply } from '../../rest/message.ts';
import { isNotModified } from '../../rest/reply/entityTag.ts';
import type { ServedFile } from './renderFile.ts';

/** An answer whose body is bytes already. */
export interface FileReply extends Omit<Reply, 'body'> {
  body: Uint8Array | null;
}

const ALLOW = 'GET, HEAD, OPTIONS';

/** Answers a request for a file: nothing but reading is possible, and no credentials are asked for. */
export function answerFile({ headers, body }: ServedFile, method: string, ifNoneMatch: string | undefined): FileReply {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: ALLOW }, body: null };
  if (method !== 'GET' && method !== 'HEAD') {
    throw new ServiceError('METHOD_NOT_ALLOWED', `${method} is not possible here; use GET.`, {
      headers: { allow: ALLOW },
    });
  }
  if (isNotModified(ifNoneMatch, headers.etag)) {
    const { etag, 'cache-control': caching } = headers;
    return { status: 304, headers: { etag, 'cache-control': caching }, body: null };
  }
  return { status: 200, headers, body };
}

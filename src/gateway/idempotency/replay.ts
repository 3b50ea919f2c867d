import type { Reply } from '../protocol/Reply.ts';
import { keyReusedError } from './keyErrors.ts';
import type { KeyedRequest } from './KeyedRequest.ts';

/** The header of a response that was stored. */
const REPLAYED = 'idempotency-replayed';

/** A stored response, marked as such. */
export function replay({ status, headers, body }: Reply): Reply {
  return { status, headers: { ...headers, [REPLAYED]: 'true' }, body };
}

/** Whether a reply was stored. */
export function isReplay({ headers }: Reply): boolean {
  return headers[REPLAYED] !== undefined;
}

/** Throws IDEMPOTENCY_KEY_REUSED unless the record of a key is that of this request. */
export function assertSameRequest(request: KeyedRequest, fingerprint: string): void {
  if (fingerprint !== request.fingerprint && fingerprint !== request.earlierFingerprint?.()) throw keyReusedError();
}

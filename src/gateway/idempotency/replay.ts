import type { Reply } from '../protocol/Reply.ts';

/** The header of a response that was stored. */
const REPLAYED = 'idempotency-replayed';

/** A stored response, marked as such. */
export function replay({ status, headers, body }: Reply): Reply {
  return { status, headers: { ...headers, [REPLAYED]: 'true' }, body };
}

import { addVary } from '../protocol/addVary.ts';
import { NO_STORE } from '../protocol/cacheControl.ts';
import type { Reply } from '../protocol/Reply.ts';

/**
 * The reply to a request with credentials that were not read here: no shared cache may keep it, and no cache may give it to a
 * request with others. See RFC 9111, section 3.5.
 */
export function keepPrivate(reply: Reply): Reply {
  const { 'cache-control': control, vary } = reply.headers;
  if (control === undefined || control === NO_STORE) return reply;
  const headers = { 'cache-control': control.replace('public', 'private'), vary: addVary(vary, 'Authorization') };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

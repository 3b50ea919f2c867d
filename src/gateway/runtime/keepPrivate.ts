import type { Reply } from '../protocol/Reply.ts';

/** The reply without the permission for shared caches to keep it. See RFC 9111, section 3.5. */
export function keepPrivate(reply: Reply): Reply {
  const { 'cache-control': control } = reply.headers;
  if (!control?.startsWith('public,')) return reply;
  return { ...reply, headers: { ...reply.headers, 'cache-control': control.replace('public', 'private') } };
}

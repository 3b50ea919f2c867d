import { methodNotAllowedError } from '../../errors/methodNotAllowedError.ts';
import type { Reply } from '../../protocol/Reply.ts';
import { READ_METHODS } from '../methods.ts';

/** Redirects the root to the documentation. See RFC 9110, section 15.4.3. */
export function redirectRoot(home: string, method: string): Reply {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: READ_METHODS }, body: null };
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowedError(method, READ_METHODS);
  return { status: 302, headers: { location: home, 'cache-control': 'no-cache', 'content-length': '0' }, body: null };
}

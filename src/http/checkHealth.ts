import { ServiceError } from '../errors/ServiceError.ts';
import type { Reply } from '../rest/message.ts';

const ALLOW = 'GET, HEAD, OPTIONS';

/** Answers a probe without credentials: `check` rejects while the process cannot do its work. */
export async function checkHealth(method: string, check: () => Promise<void>): Promise<Reply> {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: ALLOW }, body: null };
  if (method !== 'GET' && method !== 'HEAD') {
    throw new ServiceError('METHOD_NOT_ALLOWED', `${method} is not possible here; use GET.`, {
      headers: { allow: ALLOW },
    });
  }
  try {
    await check();
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    const message = 'The database is not available; try again shortly.';
    throw new ServiceError('UNAVAILABLE', message, { headers: { 'retry-after': '1' }, cause });
  }
  const body = '{"status":"ok"}';
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'cache-control': 'no-store',
  };
  return { status: 200, headers, body };
}

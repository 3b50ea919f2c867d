import { methodNotAllowedError } from '../errors/methodNotAllowedError.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import type { Reply } from '../protocol/Reply.ts';
import { READ_METHODS } from './methods.ts';

/** The response to a health probe, without credentials; `check` rejects while the process is not healthy. */
export async function checkHealth(method: string, check: () => Promise<void>): Promise<Reply> {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: READ_METHODS }, body: null };
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowedError(method, READ_METHODS);
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

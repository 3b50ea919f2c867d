// The replies of paths that are only read and require no credentials: files of the documentation, the root, and health.
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../base/errors/ServiceError.ts';
import { methodNotAllowedError } from '../base/errors/knownErrors.ts';
import type { Reply } from '../http/Reply.ts';
import { type Coding, compressOnce, encodeBody, negotiateCoding } from '../http/contentCoding.ts';
import { evaluateRead } from '../http/entityTags.ts';
import type { ServedFile } from './docs/site.ts';
import { READ_METHODS } from './methods.ts';

/** Compressed bodies by file and coding: made once, at the first request, and cached as long as the file. */
const compressed = new WeakMap<ServedFile, Map<Coding, Promise<Uint8Array>>>();

export async function respondWithFile(file: ServedFile, method: string, headers: IncomingHttpHeaders): Promise<Reply> {
  return replyToRead(method, () => {
    const whole = { status: 200, headers: { ...file.headers }, body: file.body };
    const reply = evaluateRead(headers, negotiateCoding(whole, headers['accept-encoding']));
    return encodeBody(reply, (_, coding) => compressFile(file, coding));
  });
}

function compressFile(file: ServedFile, coding: Coding): Promise<Uint8Array> {
  let byCoding = compressed.get(file);
  if (!byCoding) compressed.set(file, (byCoding = new Map()));
  let body = byCoding.get(coding);
  if (!body) byCoding.set(coding, (body = compressOnce(file.body, coding)));
  return body;
}

/** Redirects the root to the documentation. See RFC 9110, section 15.4.3. */
export function redirectRoot(home: string, method: string): Reply {
  const headers = { location: home, 'cache-control': 'no-cache', 'content-length': '0' };
  return replyToRead(method, () => ({ status: 302, headers, body: null }));
}

/** The response to a health probe; `check` rejects while the process is not healthy. */
export async function checkHealth(method: string, check: () => Promise<void>): Promise<Reply> {
  return replyToRead(method, async () => {
    try {
      await check();
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      const message = 'The database is not available; try again shortly.';
      throw new ServiceError('UNAVAILABLE', message, { cause });
    }
    const body = '{"status":"ok"}';
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'cache-control': 'no-store',
    };
    return { status: 200, headers, body };
  });
}

/** Reads for GET and HEAD alone. */
function replyToRead<Read extends Reply | Promise<Reply>>(method: string, read: () => Read): Reply | Read {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: READ_METHODS }, body: null };
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowedError(method, READ_METHODS);
  return read();
}

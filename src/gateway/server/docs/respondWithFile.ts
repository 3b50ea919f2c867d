import type { IncomingHttpHeaders } from 'node:http';
import { methodNotAllowedError } from '../../errors/methodNotAllowedError.ts';
import type { Reply } from '../../protocol/Reply.ts';
import { type Coding, compressOnce } from '../../protocol/compress.ts';
import { encodeBody, negotiateCoding } from '../../protocol/contentCoding.ts';
import { evaluateRead } from '../../protocol/preconditions.ts';
import { READ_METHODS } from '../methods.ts';
import type { ServedFile } from './renderFile.ts';

/** Compressed bodies by file and coding: made once, at the first request, and cached as long as the file. */
const compressed = new WeakMap<ServedFile, Map<Coding, Promise<Uint8Array>>>();

/** The response to a request for a file, which is read-only and requires no credentials. */
export async function respondWithFile(file: ServedFile, method: string, headers: IncomingHttpHeaders): Promise<Reply> {
  if (method === 'OPTIONS') return { status: 204, headers: { allow: READ_METHODS }, body: null };
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowedError(method, READ_METHODS);
  const whole = { status: 200, headers: { ...file.headers }, body: file.body };
  const reply = evaluateRead(headers, negotiateCoding(whole, headers['accept-encoding']));
  return encodeBody(reply, (_, coding) => compressFile(file, coding));
}

function compressFile(file: ServedFile, coding: Coding): Promise<Uint8Array> {
  let byCoding = compressed.get(file);
  if (!byCoding) compressed.set(file, (byCoding = new Map()));
  let body = byCoding.get(coding);
  if (!body) byCoding.set(coding, (body = compressOnce(file.body, coding)));
  return body;
}

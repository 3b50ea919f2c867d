import { assertJsonBody, parseJsonBody } from '../protocol/parseJsonBody.ts';
import type { RestRequest } from './RestRequest.ts';

/** 1 MiB. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads the JSON body of a request; undefined without one. Rejects with UNSUPPORTED_MEDIA_TYPE before anything is read, with
 * CONTENT_TOO_LARGE, or with BAD_REQUEST. `consumes` are the only media types, where an endpoint declares them.
 */
export async function readJsonBody({ headers, readBody }: RestRequest, consumes?: readonly string[]): Promise<unknown> {
  assertJsonBody(headers, consumes);
  return parseJsonBody(await readBody(MAX_BODY_BYTES), headers['content-type'], consumes);
}

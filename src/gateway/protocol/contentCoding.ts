// Content codings, RFC 9110 section 8.4: which one a response is sent in, and what that changes about its headers. Small
// bodies, media types that are compressed already, and responses with a coding of their own are sent as they are.
import Negotiator from 'negotiator';
import type { Reply } from './Reply.ts';
import { addVary } from './addVary.ts';
import { type Coding, CODINGS, compress } from './compress.ts';
import { codedTag } from './entityTag.ts';

/** Bytes below which compression saves less than a packet. */
const MIN_BYTES = 1024;

const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:json|javascript|[\w.-]+\+json))/;

/**
 * Names the coding of a response in its headers, the entity tag and Vary included; the body is left to `encodeBody`, because
 * the tag alone may already decide that none is sent.
 */
export function negotiateCoding(reply: Reply, acceptEncoding: string | undefined): Reply {
  const { headers, body } = reply;
  const isFixed = headers['content-encoding'] !== undefined || headers['cache-control']?.includes('no-transform');
  if (body === null || isFixed || !COMPRESSIBLE.test(headers['content-type'] ?? '')) return reply;
  const isSmall = Number(headers['content-length'] ?? body.length) < MIN_BYTES;
  if (isSmall && !acceptEncoding?.includes('q=0')) return reply;
  const varied = { ...headers, vary: addVary(headers['vary'], 'Accept-Encoding') };
  const coding = chooseCoding(acceptEncoding, isSmall);
  if (coding === undefined) return { ...reply, headers: varied };
  const { etag } = headers;
  return {
    ...reply,
    headers: { ...varied, 'content-encoding': coding, ...(etag !== undefined && { etag: codedTag(etag, coding) }) },
  };
}

/** Encodes the body as the headers say, with its Content-Length. `encode` may have the result already. */
export async function encodeBody(
  reply: Reply,
  encode: (body: string | Uint8Array, coding: Coding) => Promise<Uint8Array> = compress,
): Promise<Reply> {
  const coding = CODINGS.find((each) => each === reply.headers['content-encoding']);
  if (coding === undefined || reply.body === null) return reply;
  const body = await encode(reply.body, coding);
  return { ...reply, headers: { ...reply.headers, 'content-length': String(body.length) }, body };
}

/** The most wanted coding; undefined sends the body as it is, also where the client accepts nothing that is supported. */
function chooseCoding(acceptEncoding: string | undefined, isSmall: boolean): Coding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(
    [...CODINGS, 'identity'],
    // @ts-expect-error The types do not know the second parameter of version 1: what is preferred among equals.
    { preferred: CODINGS },
  );
  if (isSmall && accepted.includes('identity')) return undefined;
  return CODINGS.find((each) => each === accepted[0]);
}

import { createHash } from 'node:crypto';

/** Of the 32 of SHA-256. */
const CHECKSUM_BYTES = 9;

/**
 * The cursor that clients receive: a connection's cursor with a checksum over it and its list. The checksum detects a damaged
 * cursor, and one of another list or filter. It is not secret, as a cursor grants nothing, and the same in every version and
 * process.
 */
export function encodeCursor(cursor: string, list: string): string {
  const bytes = Buffer.from(cursor, 'utf8');
  return Buffer.concat([checksumOf(bytes, list), bytes]).toString('base64url');
}

/** The connection's cursor; undefined unless it was encoded for this list. */
export function decodeCursor(encoded: string, list: string): string | undefined {
  const decoded = Buffer.from(encoded, 'base64url');
  // Only one encoding of a cursor is valid, but decoding ignores characters outside the alphabet.
  if (decoded.length <= CHECKSUM_BYTES || decoded.toString('base64url') !== encoded) return undefined;
  const bytes = decoded.subarray(CHECKSUM_BYTES);
  return checksumOf(bytes, list).equals(decoded.subarray(0, CHECKSUM_BYTES)) ? bytes.toString('utf8') : undefined;
}

function checksumOf(bytes: Buffer, list: string): Buffer {
  return createHash('sha256').update(list).update('\0').update(bytes).digest().subarray(0, CHECKSUM_BYTES);
}

import { createHash } from 'node:crypto';

const CHECKSUM_BYTES = 9;

/**
 * A cursor as clients see it: the cursor of the connection with a sum over it and over the list that it belongs to.
 * The sum keeps a damaged cursor, or one of another list or filter, from being taken for a place in this one. It is no
 * secret: a cursor grants nothing. Every version and every process makes and reads the same ones.
 */
export function encodeCursor(cursor: string, list: string): string {
  const bytes = Buffer.from(cursor, 'utf8');
  return Buffer.concat([checksumOf(bytes, list), bytes]).toString('base64url');
}

/** The connection's cursor, or undefined if this is no cursor of that list. */
export function decodeCursor(sealed: string, list: string): string | undefined {
  const whole = Buffer.from(sealed, 'base64url');
  // Only one spelling of a cursor is good: decoding passes over characters that are not of the alphabet.
  if (whole.length <= CHECKSUM_BYTES || whole.toString('base64url') !== sealed) return undefined;
  const bytes = whole.subarray(CHECKSUM_BYTES);
  return checksumOf(bytes, list).equals(whole.subarray(0, CHECKSUM_BYTES)) ? bytes.toString('utf8') : undefined;
}

function checksumOf(bytes: Buffer, list: string): Buffer {
  return createHash('sha256').update(list).update('\0').update(bytes).digest().subarray(0, CHECKSUM_BYTES);
}

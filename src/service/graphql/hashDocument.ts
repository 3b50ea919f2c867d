import { createHash } from 'node:crypto';

/** The SHA-256 of a document's text in lowercase hexadecimal digits, by which persisted operations are known. */
export function hashDocument(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

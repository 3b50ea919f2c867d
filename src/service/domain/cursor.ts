// Keyset cursors: they contain the list and the last id of a page, so every process accepts them, and they cost the same at any
// depth. A damaged cursor, or one of another list, is refused.
import { crc32 } from 'node:zlib';

/** Encodes the position after a row of a list; `list` names the list and its filter. */
export function encodeListCursor(list: string, id: number): string {
  const position = `${list}:${id}`;
  return Buffer.from(`${crc32(position).toString(36)}:${position}`).toString('base64url');
}

/** Decodes the id in a cursor of this list; undefined if it is not one. */
export function decodeListCursor(list: string, cursor: string): number | undefined {
  const digits = /:(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  const id = Number(digits); // NaN if there are none
  return Number.isSafeInteger(id) && encodeListCursor(list, id) === cursor ? id : undefined;
}

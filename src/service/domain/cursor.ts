// Cursors are keyset cursors: they name the list and the last id that was seen, so they are good on any process and
// cost the same at any depth. One that is damaged, or was made for another list, is refused.
import { crc32 } from 'node:zlib';

/** Writes the place behind one row of a list; `list` names the list and whatever it is filtered by. */
export function encodeCursor(list: string, id: number): string {
  const place = `${list}:${id}`;
  return Buffer.from(`${crc32(place).toString(36)}:${place}`).toString('base64url');
}

/** Reads the id out of a cursor of this list; undefined if it is no such cursor. */
export function decodeCursor(list: string, cursor: string): number | undefined {
  const digits = /:(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  const id = Number(digits); // NaN if there are none
  return Number.isSafeInteger(id) && encodeCursor(list, id) === cursor ? id : undefined;
}

// Keyset cursors: they contain the list and the position of the last row of a page, so every process accepts them, and they
// cost the same at any depth. A damaged cursor, or one of another list, is refused.
import { crc32 } from 'node:zlib';
import type { ListPosition } from '../database/listOrders.ts';

/** The creation times that PostgreSQL and RFC 3339 have in common, in milliseconds since 1970: the years 1 to 9999. */
const MIN_TIME = -62_135_596_800_000;
const MAX_TIME = 253_402_300_799_999;

/** Encodes the position after a row of a list; `list` names the list, its order and its filter. */
export function encodeListCursor(list: string, { id, createdAt }: ListPosition): string {
  const position = `${list}:${createdAt === undefined ? '' : `${createdAt},`}${id}`;
  return Buffer.from(`${crc32(position).toString(36)}:${position}`).toString('base64url');
}

/** Decodes the position in a cursor of this list; undefined if it is not one. */
export function decodeListCursor(list: string, cursor: string): ListPosition | undefined {
  const [, time, digits] = /:(?:(-?\d{1,15}),)?(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const id = Number(digits); // NaN if there are none
  const position: ListPosition = time === undefined ? { id } : { id, createdAt: Number(time) };
  if (!Number.isSafeInteger(id) || encodeListCursor(list, position) !== cursor) return undefined;
  const { createdAt = 0 } = position;
  return createdAt >= MIN_TIME && createdAt <= MAX_TIME ? position : undefined;
}

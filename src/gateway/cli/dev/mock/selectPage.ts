import type { PageRole } from './pageArguments.ts';

/** The part of a list that a request selects. */
export interface PageSlice {
  from: number;
  to: number;
  limit: number;
}

const MAX_LIMIT = 1000;

/** The page of a list of `keys`, whose cursors are the keys. An unknown cursor is the start or the end of the list. */
export function selectPage(
  keys: readonly string[],
  given: Readonly<Partial<Record<PageRole, unknown>>>,
  defaultLimit: number,
): PageSlice {
  const number = (value: unknown) => (typeof value === 'number' ? Math.max(0, Math.trunc(value)) : undefined);
  const position = (cursor: unknown) => (cursor == null ? -1 : keys.indexOf(String(cursor)));
  const isBackwards = given.last != null;
  const limit = Math.min(number(isBackwards ? given.last : given.first) ?? defaultLimit, MAX_LIMIT);
  const skipped = number(given.offset) ?? Math.max(0, (number(given.page) ?? 1) - 1) * limit;
  const start = Math.min(keys.length, position(given.after) + 1 + skipped);
  const before = position(given.before);
  const end = Math.max(start, before === -1 ? keys.length : before);
  return isBackwards
    ? { from: Math.max(start, end - limit), to: end, limit }
    : { from: start, to: Math.min(end, start + limit), limit };
}

import type { ConnectionNames } from '../../../conventions/Conventions.ts';

/** The part of a list that a request asks for. */
export interface PageSlice {
  from: number;
  to: number;
  limit: number;
}

type Role = 'first' | 'after' | 'last' | 'before' | 'offset' | 'page';

const USUAL: Readonly<Record<Role, readonly string[]>> = {
  first: ['first', 'limit', 'take', 'pageSize', 'perPage', 'per_page', 'page_size', 'size', 'top', 'maxResults'],
  after: ['after', 'cursor', 'pageToken', 'page_token', 'startingAfter', 'starting_after'],
  last: ['last'],
  before: ['before', 'endingBefore', 'ending_before'],
  offset: ['offset', 'skip', 'from', 'start'],
  page: ['page', 'pageNumber', 'page_number'],
};
const ROLES = Object.keys(USUAL) as Role[];

const MAX_LIMIT = 1000;

/** The arguments of a field that select a page, by what they mean. */
export function pageArguments(
  names: readonly string[],
  connection: ConnectionNames,
): Readonly<Partial<Record<Role, string>>> {
  const isThere = (name: string | undefined) => name !== undefined && names.includes(name);
  const found: Partial<Record<Role, string>> = {};
  for (const role of ROLES) {
    const name = [connection[role], ...USUAL[role]].find(isThere);
    if (name !== undefined && !Object.values(found).includes(name)) found[role] = name;
  }
  // `from` and `size` alone are also names of filters.
  const { first, offset, page, after, last } = found;
  return first !== undefined || last !== undefined || page !== undefined || after !== undefined || offset === 'offset'
    ? found
    : {};
}

/** The page of a list of `keys`, whose cursors are the keys. An unknown cursor is the start or the end of the list. */
export function selectPage(
  keys: readonly string[],
  given: Readonly<Partial<Record<Role, unknown>>>,
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

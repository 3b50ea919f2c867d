// The arguments of lists, and their keyset cursors: a cursor contains the list and the position of the last row of a page, so every
// process accepts it, and it costs the same at any depth. A damaged cursor, or one of another list, is refused.
import { crc32 } from 'node:zlib';
import { type Problem, invalidInputError } from '../../gateway/server.ts';
import { validateSearch } from './scalars.ts';

/** The order of a list: by immutable columns, so that a cursor neither skips nor repeats a row. The id decides between equal times. */
export type ListOrder = 'ID_ASC' | 'ID_DESC' | 'CREATED_AT_ASC' | 'CREATED_AT_DESC';

export interface ListPosition {
  id: number;
  /** In milliseconds since 1970; present in the orders by creation time. */
  createdAt?: number;
}

/** A page of a list. A row is in the list if all filters hold. */
export interface PageArgs<Filter = object> {
  orderBy: ListOrder;
  filter: Filter;
  /** Only rows after this position; absent: all of them. */
  after?: ListPosition;
  offset: number;
  /** Maximum number of rows, from 1 to 100. */
  first: number;
}

export interface ListPage<Filter> extends PageArgs<Filter> {
  /** The name of the list with its order and its filter, which its cursors are bound to. */
  list: string;
}

/** The arguments of a list field, as GraphQL passes them, without those that only filter. */
export interface ListArguments {
  first?: number | null;
  after?: string | null;
  offset?: number | null;
  orderBy?: ListOrder | null;
  search?: string | null;
}

const DEFAULT_FIRST = 20;
const MAX_FIRST = 100;

/** The creation times that PostgreSQL and RFC 3339 have in common, in milliseconds since 1970: the years 1 to 9999. */
const MIN_TIME = -62_135_596_800_000;
const MAX_TIME = 253_402_300_799_999;

/** Reads the arguments of the list with this name. Throws BAD_USER_INPUT with every problem. */
export function readPageArgs<Filter extends object>(
  name: string,
  { first, after, offset, orderBy, search }: ListArguments,
  filter: Filter,
): ListPage<Filter> {
  const problems: Problem[] = [];
  const order = orderBy ?? 'ID_ASC';
  const list = qualifyName(name, order, filter);
  const page: ListPage<Filter> = { list, orderBy: order, filter, offset: offset ?? 0, first: first ?? DEFAULT_FIRST };
  if (page.first < 1 || page.first > MAX_FIRST) {
    problems.push({ field: 'first', message: `must be between 1 and ${MAX_FIRST}` });
  }
  if (after != null) {
    const position = decodeListCursor(list, after);
    if (position && (position.createdAt === undefined) === isOrderedById(order)) page.after = position;
    else problems.push({ field: 'after', message: 'must be a cursor of this list' });
    if (offset != null) problems.push({ field: 'offset', message: 'cannot be combined with after' });
  }
  const message = search == null ? undefined : validateSearch(search);
  if (message !== undefined) problems.push({ field: 'search', message });
  if (problems.length > 0) throw invalidInputError(problems);
  return page;
}

/** The arguments that filter a list, without those that are absent or null. */
export function readFilter<Arguments extends object>(args: Arguments) {
  const filter: { [Name in keyof Arguments]?: NonNullable<Arguments[Name]> } = {};
  for (const name in args) {
    const value = args[name];
    if (value != null) filter[name] = value;
  }
  return filter;
}

export function isFiltered(filter: object): boolean {
  for (const _ in filter) return true;
  return false;
}

/** Whether the id alone is the position in a list of this order; otherwise the creation time comes first. */
export function isOrderedById(orderBy: ListOrder): boolean {
  return orderBy === 'ID_ASC' || orderBy === 'ID_DESC';
}

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

/** The name of a list with its order and a checksum of its filter, where these are not the default. */
function qualifyName(name: string, orderBy: ListOrder, filter: object): string {
  const values = JSON.stringify(filter);
  const filtered = values === '{}' ? name : `${name} ${crc32(values).toString(36)}`;
  return orderBy === 'ID_ASC' ? filtered : `${filtered} ${orderBy}`;
}

import { crc32 } from 'node:zlib';
import type { ListOrder } from '../database/listOrders.ts';
import type { PageArgs } from '../database/TableReader.ts';
import type { Problem } from '../../gateway/errors/ServiceError.ts';
import { invalidInputError } from '../../gateway/errors/invalidInputError.ts';
import { decodeListCursor } from './cursor.ts';
import { isOrderedById } from './isOrderedById.ts';
import { validateSearch } from './validateSearch.ts';

/** The arguments of a list field, as GraphQL passes them, without those that only filter. */
export interface ListArguments {
  first?: number | null;
  after?: string | null;
  offset?: number | null;
  orderBy?: ListOrder | null;
  search?: string | null;
}

/** A page of a list. */
export interface ListPage<Filter> extends PageArgs<Filter> {
  /** The name of the list with its order and its filter, which its cursors are bound to. */
  list: string;
}

const DEFAULT_FIRST = 20;
const MAX_FIRST = 100;

/**
 * Reads the arguments of the list with this name; refuses a page size out of bounds, a cursor of another list, order or
 * filter, and an invalid search.
 */
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

/** The name of a list with its order and a checksum of its filter, where these are not the default. */
function qualifyName(name: string, orderBy: ListOrder, filter: object): string {
  const values = JSON.stringify(filter);
  const filtered = values === '{}' ? name : `${name} ${crc32(values).toString(36)}`;
  return orderBy === 'ID_ASC' ? filtered : `${filtered} ${orderBy}`;
}

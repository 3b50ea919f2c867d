import type { ConnectionNames } from '../../../conventions/Conventions.ts';

/** What an argument of a page means. */
export type PageRole = 'first' | 'after' | 'last' | 'before' | 'offset' | 'page';

const USUAL: Readonly<Record<PageRole, readonly string[]>> = {
  first: ['first', 'limit', 'take', 'pageSize', 'perPage', 'per_page', 'page_size', 'size', 'top', 'maxResults'],
  after: ['after', 'cursor', 'pageToken', 'page_token', 'startingAfter', 'starting_after'],
  last: ['last'],
  before: ['before', 'endingBefore', 'ending_before'],
  offset: ['offset', 'skip', 'from', 'start'],
  page: ['page', 'pageNumber', 'page_number'],
};
const ROLES = Object.keys(USUAL) as PageRole[];

/** The arguments of a field that select a page, by what they mean. */
export function pageArguments(
  names: readonly string[],
  connection: ConnectionNames,
): Readonly<Partial<Record<PageRole, string>>> {
  const isThere = (name: string | undefined) => name !== undefined && names.includes(name);
  const found: Partial<Record<PageRole, string>> = {};
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

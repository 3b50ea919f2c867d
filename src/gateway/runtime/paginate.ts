import type { PageLimits } from '../plan/PagePlan.ts';
import type { PageRequest } from '../plan/PageRequest.ts';
import { pageSelection } from '../plan/pageSelection.ts';
import type { Link, Links } from './renderLinks.ts';

/** The position of a page in its list, and the links to others. */
export interface Pagination {
  info: Record<string, unknown>;
  links: Links;
}

/** The fields of a connection that a style adds to its items. */
export interface PageCounts {
  totalCount?: number | undefined;
  pageInfo?: { hasNextPage: boolean; endCursor: string | null } | undefined;
}

/** Navigates from a page, as far as its style allows; `encode` returns the cursor for clients of a connection's cursor. */
export function paginate(
  request: PageRequest,
  { styles, names }: PageLimits,
  { totalCount, pageInfo }: PageCounts,
  encode: (cursor: string) => string,
): Pagination {
  const selection = pageSelection(request.style, styles);
  const { limit } = request;
  const end = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  const nextCursor = end === null ? null : encode(end);
  const onward = selection.pageInfo ? { nextCursor, hasMore: pageInfo?.hasNextPage ?? false } : undefined;
  if (selection.style === 'CURSOR') {
    const links: Links = { first: { [names.cursor]: '', [names.limit]: limit } };
    if (nextCursor !== null) links.next = { [names.cursor]: nextCursor, [names.limit]: limit };
    return { info: { ...onward }, links };
  }

  // A page without a style continues by cursor, as its body does. Only with cursors it is known whether there are more items.
  const byCursor = (counted: Link | undefined): Link | undefined => {
    if (!onward) return counted;
    if (nextCursor !== null) return { [names.cursor]: nextCursor, [names.limit]: limit };
    return onward.hasMore ? counted : undefined;
  };
  const total = Number(totalCount);
  if (selection.style === 'PAGE') {
    const page = request.style === 'PAGE' ? request.page : 1;
    const totalPages = Math.ceil(total / limit);
    const to = (number: number) => ({ [names.page]: number, [names.limit]: limit });
    const links: Links = { first: to(1) };
    if (page > 1) links.prev = to(Math.max(1, Math.min(page - 1, totalPages)));
    const next = byCursor(page < totalPages ? to(page + 1) : undefined);
    if (next) links.next = next;
    links.last = to(Math.max(1, totalPages));
    return { info: { page, limit, total, totalPages, ...onward }, links };
  }

  const offset = request.style === 'OFFSET' ? request.offset : 0;
  const to = (number: number) => ({ [names.offset]: number, [names.limit]: limit });
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links: Links = { first: to(0) };
  if (offset > 0) links.prev = to(Math.max(0, Math.min(offset - limit, last)));
  const next = byCursor(offset + limit < total ? to(offset + limit) : undefined);
  if (next) links.next = next;
  links.last = to(last);
  return { info: { limit, offset, total, ...onward }, links };
}

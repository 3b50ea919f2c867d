import type { PageConventions } from '../conventions/Conventions.ts';
import type { PageParts } from '../plan/partsOf.ts';
import type { PageRequest } from '../plan/PageRequest.ts';
import type { Link, Links } from './renderLinks.ts';

/** Where a page stands in its list, and where the others are. */
export interface Navigation {
  info: Record<string, unknown>;
  links: Links;
}

/** What a style selects of a connection besides its items. */
export interface PageCounts {
  totalCount?: number | undefined;
  pageInfo?: { hasNextPage: boolean; endCursor: string | null } | undefined;
}

/** Tells where a page stands, as far as its style knows; `seal` makes a client's cursor of the connection's own. */
export function navigate(
  request: PageRequest,
  parts: PageParts,
  { totalCount, pageInfo }: PageCounts,
  names: PageConventions['parameters'],
  seal: (cursor: string) => string,
): Navigation {
  const { limit } = request;
  const end = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  const nextCursor = end === null ? null : seal(end);
  const onward = parts.pageInfo ? { nextCursor, hasMore: pageInfo?.hasNextPage ?? false } : undefined;
  if (parts.style === 'CURSOR') {
    const links: Links = { first: { [names.cursor]: '', [names.limit]: limit } };
    if (nextCursor !== null) links.next = { [names.cursor]: nextCursor, [names.limit]: limit };
    return { info: { ...onward }, links };
  }

  // A page without a style goes on by cursor, as its body does; only cursors tell every page whether there is more.
  const byCursor = (counted: Link | undefined): Link | undefined => {
    if (!onward) return counted;
    if (nextCursor !== null) return { [names.cursor]: nextCursor, [names.limit]: limit };
    return onward.hasMore ? counted : undefined;
  };
  const total = Number(totalCount);
  if (parts.style === 'PAGE') {
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

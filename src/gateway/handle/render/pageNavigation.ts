// The way on from a page: the position, the cursors and the links.
import { type PageLimits, type PageRequest, isPageParameter, maxPage, pageSelection } from '../../plan/PagePlan.ts';
import { type RawQuery, encodeMatches } from '../../http/urls.ts';

/** The position of a page in its list, the links to others, and the cursors for clients that lead there. */
export interface Pagination {
  info: Record<string, unknown>;
  links: Links;
  nextCursor: string | null;
  prevCursor: string | null;
}

/** What a page reads of its list besides the items. */
export interface PageCounts {
  /** Absent where it is not known. */
  total?: number;
  /** Of this page; needed where the total is not known. */
  itemCount?: number;
  pageInfo?: PageInfo;
}

export interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
  /** Those of a list with a way back. */
  hasPreviousPage?: boolean | undefined;
  startCursor?: string | null | undefined;
}

/** Navigates from a page, as far as its style allows; `encode` returns the cursor for clients of a cursor of the list. */
export function paginate(
  request: PageRequest,
  limits: Pick<PageLimits, 'styles' | 'names' | 'firstPage' | 'maxOffset' | 'maxPage'>,
  { total, itemCount = 0, pageInfo }: PageCounts,
  encode: (cursor: string) => string,
): Pagination {
  const { styles, names, firstPage } = limits;
  const selection = pageSelection(request.style, styles);
  const { limit } = request;
  const { next, prev } = cursorsOf(request, pageInfo);
  const nextCursor = next === null ? null : encode(next);
  const prevCursor = prev === null ? null : encode(prev);
  const to = (parameter: string, value: number | string): Link => ({ [parameter]: value, [names.limit]: limit });
  const isCounted = total !== undefined;
  const hasMore = (request.style === 'BEFORE' ? pageInfo?.hasPreviousPage : pageInfo?.hasNextPage) ?? false;
  if (selection.style === 'CURSOR') {
    const { cursor, before } = names;
    const links: Links = { first: to(cursor, '') };
    if (prevCursor !== null && before !== undefined) links.prev = to(before, prevCursor);
    if (nextCursor !== null) links.next = to(cursor, nextCursor);
    if (before !== undefined) links.last = to(before, '');
    const cursors = { nextCursor, ...(before !== undefined && { prevCursor }) };
    return { info: { ...cursors, hasMore, ...(isCounted && { total }) }, links, nextCursor, prevCursor };
  }

  const isPage = selection.style === 'PAGE';
  const page = request.style === 'PAGE' ? request.page : firstPage;
  const offset = request.style === 'OFFSET' ? request.offset : (page - firstPage) * limit;
  const [name, first, step] = isPage ? [names.page, firstPage, 1] : [names.offset, 0, limit];
  const position = isPage ? page : offset;
  // A link beyond would be refused.
  const greatest = isPage ? maxPage(limits, limit) : limits.maxOffset;
  const totalPages = isCounted ? Math.ceil(total / limit) : 0;
  const last = isCounted ? first + step * Math.max(0, totalPages - 1) : undefined;
  const links: Links = { first: to(name, first) };
  if (position > first) links.prev = to(name, Math.max(first, Math.min(position - step, last ?? position)));
  // A page without a style continues by cursor, as its body does. Only with cursors it is known whether there are more items.
  const hasNext = position + step <= greatest && (isCounted ? offset + limit < total : itemCount >= limit);
  if (selection.pageInfo && nextCursor !== null) links.next = to(names.cursor, nextCursor);
  else if (hasNext && (!selection.pageInfo || hasMore)) links.next = to(name, position + step);
  if (last !== undefined && last <= greatest) links.last = to(name, last);
  const info: Pagination['info'] = isPage ? { page, limit } : { limit, offset };
  if (isCounted) info['total'] = total;
  if (isCounted && isPage) info['totalPages'] = totalPages;
  if (selection.pageInfo) info['nextCursor'] = nextCursor;
  if (selection.pageInfo || !isCounted) info['hasMore'] = selection.pageInfo ? hasMore : hasNext;
  return { info, links, nextCursor, prevCursor };
}

/** The cursors of the list after and before a page. There is a page on the side that the request came from. */
function cursorsOf(request: PageRequest, pageInfo: PageInfo | undefined): { next: string | null; prev: string | null } {
  if (!pageInfo) return { next: null, prev: null };
  const { hasNextPage, endCursor, hasPreviousPage = false, startCursor = null } = pageInfo;
  if (request.style === 'BEFORE') {
    return { next: request.before === '' ? null : endCursor, prev: hasPreviousPage ? startCursor : null };
  }
  const isOnward = request.style === 'CURSOR' && request.cursor !== '';
  return { next: hasNextPage ? endCursor : null, prev: isOnward ? startCursor : null };
}

/** The target of a relation, as the query parameters that differ from the request's own. */
type Link = Readonly<Record<string, string | number>>;

/** The known relations of RFC 8288. */
type Relation = 'first' | 'prev' | 'next' | 'last';

export type Links = Partial<Record<Relation, Link>>;

export type LinkTargets = Partial<Record<Relation, string>>;

/** Where the list of a request is. */
export interface ListAddress {
  /** From the base of every address in the response. */
  path: string;
  query: RawQuery;
}

/** The URLs of links: the parameters of the request, with those of the page in place of its own. */
export function linkTargets(address: ListAddress, limits: PageLimits, links: Links): LinkTargets {
  const kept = queryOf(address.query, (name) => !isPageParameter(name, limits));
  const targets: LinkTargets = {};
  for (const relation in links) {
    const link = links[relation as Relation]!;
    let query = kept;
    for (const name in link) query = withParameter(query, name, encodeURIComponent(link[name]!));
    targets[relation as Relation] = `${address.path}?${query}`;
  }
  return targets;
}

/** The URL of the request itself. */
export function ownTarget({ path, query }: ListAddress): string {
  const all = queryOf(query, () => true);
  return all === '' ? path : `${path}?${all}`;
}

function queryOf(query: RawQuery, isWanted: (name: string) => boolean): string {
  let text = '';
  for (const [name, values] of query) {
    if (isWanted(name)) for (const raw of values) text = withParameter(text, name, safe(raw));
  }
  return text;
}

/** A query with one more parameter, whose value is encoded. */
function withParameter(query: string, name: string, value: string): string {
  return `${query}${query === '' ? '' : '&'}${encodeURIComponent(name)}=${value}`;
}

/** A query value as received; characters that are not allowed between angle brackets are encoded. */
function safe(raw: string): string {
  return encodeMatches(/[^\w.~!$'()*,;:@/?%+-]/gu, raw);
}

// The way on from a page: the position, the cursors and the links.
import { type PageLimits, type PageRequest, isPageParameter, pageSelection } from '../../plan/PagePlan.ts';
import { type WebLink, renderLinkHeader } from '../../protocol/Reply.ts';
import { type RawQuery, encodeMatches } from '../../protocol/urls.ts';

/** The position of a page in its list, the links to others, and the cursors for clients that lead there. */
export interface Pagination {
  info: Record<string, unknown>;
  links: Links;
  nextCursor: string | null;
  prevCursor: string | null;
}

/** What a page reads of its list besides the items. */
export interface PageCounts {
  /** Undefined or null where it is not known. */
  total?: number | null | undefined;
  /** Of this page; needed where the total is not known. */
  itemCount?: number | undefined;
  pageInfo?: PageInfo | undefined;
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
  { styles, names }: Pick<PageLimits, 'styles' | 'names'>,
  { total, itemCount = 0, pageInfo }: PageCounts,
  encode: (cursor: string) => string,
): Pagination {
  const selection = pageSelection(request.style, styles);
  const { limit } = request;
  const { next, prev } = cursorsOf(request, pageInfo);
  const nextCursor = next === null ? null : encode(next);
  const prevCursor = prev === null ? null : encode(prev);
  const to = (parameter: string, value: number | string): Link => ({ [parameter]: value, [names.limit]: limit });
  const isCounted = total !== undefined && total !== null;
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

  const onward = selection.pageInfo ? { nextCursor, hasMore } : undefined;
  const offset = skippedBy(request);
  const hasNext = isCounted ? offset + limit < total : itemCount >= limit;
  const rest = onward ?? (isCounted ? undefined : { hasMore: hasNext });
  // A page without a style continues by cursor, as its body does. Only with cursors it is known whether there are more items.
  const byCursor = onward && nextCursor !== null ? to(names.cursor, nextCursor) : undefined;
  const goesOn = hasNext && (!onward || onward.hasMore);
  const links: Links = {};
  if (selection.style === 'PAGE') {
    const page = request.style === 'PAGE' ? request.page : 1;
    const totalPages = isCounted ? Math.ceil(total / limit) : undefined;
    links.first = to(names.page, 1);
    if (page > 1) links.prev = to(names.page, Math.max(1, Math.min(page - 1, totalPages ?? page)));
    if (byCursor || goesOn) links.next = byCursor ?? to(names.page, page + 1);
    if (totalPages !== undefined) links.last = to(names.page, Math.max(1, totalPages));
    const info = { page, limit, ...(isCounted && { total, totalPages }), ...rest };
    return { info, links, nextCursor, prevCursor };
  }

  const last = !isCounted ? undefined : total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  links.first = to(names.offset, 0);
  if (offset > 0) links.prev = to(names.offset, Math.max(0, Math.min(offset - limit, last ?? offset)));
  if (byCursor || goesOn) links.next = byCursor ?? to(names.offset, offset + limit);
  if (last !== undefined) links.last = to(names.offset, last);
  return { info: { limit, offset, ...(isCounted && { total }), ...rest }, links, nextCursor, prevCursor };
}

function skippedBy(request: PageRequest): number {
  if (request.style === 'OFFSET') return request.offset;
  return request.style === 'PAGE' ? (request.page - 1) * request.limit : 0;
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
export type Links = Partial<Record<'first' | 'prev' | 'next' | 'last', Link>>;

/** Where the list of a request is. */
export interface ListAddress {
  /** From the base of every address in the response. */
  path: string;
  query: RawQuery;
}

/** The Link header of a page; undefined as for `renderLinkHeader`. */
export function renderLinks(address: ListAddress, limits: PageLimits, links: Links): string | undefined {
  const kept = keptParameters(address, limits);
  const rendered: WebLink[] = [];
  for (const relation in links) {
    rendered.push({ relation, target: target(address, kept, links[relation as keyof Links]!) });
  }
  return renderLinkHeader(rendered);
}

/** The URL of a link: the parameters of the request, with those of the page in place of its own. */
export function linkTarget(address: ListAddress, limits: PageLimits, link: Link): string {
  return target(address, keptParameters(address, limits), link);
}

/** The URL of the request itself. */
export function ownTarget({ path, query }: ListAddress): string {
  const all = queryOf(query, () => true);
  return all === '' ? path : `${path}?${all}`;
}

function target({ path }: ListAddress, kept: string, link: Link): string {
  let query = kept;
  for (const name in link) query = withParameter(query, name, encodeURIComponent(link[name]!));
  return `${path}?${query}`;
}

/** The query without the parameters of the page. */
function keptParameters({ query }: ListAddress, limits: PageLimits): string {
  return queryOf(query, (name) => !isPageParameter(name, limits));
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

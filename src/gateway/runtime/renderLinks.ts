import { type PageLimits, isPageParameter } from '../plan/PagePlan.ts';
import { encodeMatches } from '../protocol/encodeSegment.ts';
import { type RawQuery } from '../protocol/parseQuery.ts';
import { type WebLink, renderLinkHeader } from '../protocol/renderLinkHeader.ts';

/** The target of a relation, as the query parameters that differ from the request's own. */
export type Link = Readonly<Record<string, string | number>>;

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

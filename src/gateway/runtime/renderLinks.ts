import { type PageLimits, pageParameters } from '../plan/PagePlan.ts';
import { encodeMatches } from '../protocol/encodeSegment.ts';
import { type RawQuery } from '../protocol/parseQuery.ts';
import { renderLinkHeader } from '../protocol/renderLinkHeader.ts';

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
  const rendered = Object.entries(links).map(([relation, link]) => ({ relation, target: target(address, kept, link) }));
  return renderLinkHeader(rendered);
}

/** The URL of a link: the parameters of the request, with those of the page in place of its own. */
export function linkTarget(address: ListAddress, limits: PageLimits, link: Link): string {
  return target(address, keptParameters(address, limits), link);
}

/** The URL of the request itself. */
export function ownTarget({ path, query }: ListAddress): string {
  const all = texts(query, () => true);
  return all.length === 0 ? path : `${path}?${all.join('&')}`;
}

function target({ path }: ListAddress, kept: readonly string[], link: Link): string {
  const own = Object.entries(link).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${path}?${[...kept, ...own].join('&')}`;
}

function keptParameters({ query }: ListAddress, limits: PageLimits): string[] {
  const own = new Set(pageParameters(limits));
  return texts(query, (name) => !own.has(name));
}

function texts(query: RawQuery, isWanted: (name: string) => boolean): string[] {
  return [...query].flatMap(([name, values]) =>
    isWanted(name) ? values.map((raw) => `${encodeURIComponent(name)}=${safe(raw)}`) : [],
  );
}

/** A query value as received; characters that are not allowed between angle brackets are encoded. */
function safe(raw: string): string {
  return encodeMatches(/[^\w.~!$'()*,;:@/?%+-]/gu, raw);
}

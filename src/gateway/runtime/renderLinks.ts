import { type PageLimits, pageParameters } from '../plan/PagePlan.ts';
import { encodeMatches } from '../protocol/encodeSegment.ts';
import { type RawQuery } from '../protocol/parseQuery.ts';
import { renderLinkHeader } from '../protocol/renderLinkHeader.ts';

/** The target of a relation, as the query parameters that differ from the request's own. */
export type Link = Readonly<Record<string, string | number>>;

/** The known relations of RFC 8288. */
export type Links = Partial<Record<'first' | 'prev' | 'next' | 'last', Link>>;

/**
 * The Link header of a page; undefined as for `renderLinkHeader`. Its targets have the parameters of the request, except for
 * those of the page.
 */
export function renderLinks(path: string, query: RawQuery, limits: PageLimits, links: Links): string | undefined {
  const own = new Set(pageParameters(limits));
  const kept = [...query].flatMap(([name, values]) =>
    own.has(name) ? [] : values.map((raw) => `${encodeURIComponent(name)}=${safe(raw)}`),
  );
  const rendered = Object.entries(links).map(([relation, parameters]) => {
    const target = Object.entries(parameters).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    );
    return { relation, target: `${path}?${[...kept, ...target].join('&')}` };
  });
  return renderLinkHeader(rendered);
}

/** A query value as received; characters that are not allowed between angle brackets are encoded. */
function safe(raw: string): string {
  return encodeMatches(/[^\w.~!$'()*,;:@/?%+-]/gu, raw);
}

import { encodeMatches } from '../protocol/encodeSegment.ts';
import { type RawQuery } from '../protocol/parseQuery.ts';
import { renderLinkHeader } from '../protocol/renderLinkHeader.ts';

/** The target of a relation, as the query parameters that differ from the request's own. */
export type Link = Readonly<Record<string, string | number>>;

/** The relations that are known. */
export type Links = Partial<Record<'first' | 'prev' | 'next' | 'last', Link>>;

/**
 * The Link header of a page, undefined as for `renderLinkHeader`. Parameters of the request that have nothing to do with the
 * page are kept.
 */
export function renderLinks(
  path: string,
  query: RawQuery,
  pageParameters: readonly string[],
  links: Links,
): string | undefined {
  const kept = [...query].flatMap(([name, values]) =>
    pageParameters.includes(name) ? [] : values.map((raw) => `${encodeURIComponent(name)}=${safe(raw)}`),
  );
  const rendered = Object.entries(links).map(([relation, parameters]) => {
    const own = Object.entries(parameters).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    );
    return { relation, target: `${path}?${[...kept, ...own].join('&')}` };
  });
  return renderLinkHeader(rendered);
}

/** A query value as it came, with what must not stand between angle brackets encoded. */
function safe(raw: string): string {
  return encodeMatches(/[^\w.~!$'()*,;:@/?%+-]/gu, raw);
}

import { type PageLimits, pageParameters } from '../plan/PagePlan.ts';
import { type RawQuery } from '../request/readQuery.ts';
import { encodeOutside } from '../protocol/encodeSegment.ts';

/** The target of a relation, as the query parameters that differ from the request's own. */
export type Link = Readonly<Record<string, string | number>>;

/** The known relations of RFC 8288. */
export type Links = Partial<Record<'first' | 'prev' | 'next' | 'last', Link>>;

/** In characters: clients refuse headers that are much longer, and the body has the way on as well. */
const MAX_LINK_LENGTH = 8000;

/**
 * A Link header value; undefined without links, or where they would be too long to be read. Parameters of the request
 * other than those of the page are kept. See RFC 8288.
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
    return `<${path}?${[...kept, ...target].join('&')}>; rel="${relation}"`;
  });
  const value = rendered.join(', ');
  return value !== '' && value.length <= MAX_LINK_LENGTH ? value : undefined;
}

/** A query value as received, with the characters encoded that are not allowed between angle brackets. */
function safe(raw: string): string {
  return encodeOutside(/[^\w.~!$'()*,;:@/?%+-]/gu, raw);
}

import { type RawQuery } from '../request/readQuery.ts';
import { encodeOutside } from '../protocol/encodeSegment.ts';

/** The target of a relation, as the query parameters that differ from the request's own. */
export type Link = Readonly<Record<string, string | number>>;

/** The relations that are known. */
export type Links = Partial<Record<'first' | 'prev' | 'next' | 'last', Link>>;

/** Characters; clients refuse headers that are much longer, and the body leads on as well. */
const LONGEST = 8000;

/**
 * A Link header value; undefined without links, or where they would be too long to be read. Parameters of the request
 * that have nothing to do with the page are kept. See RFC 8288.
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
    return `<${path}?${[...kept, ...own].join('&')}>; rel="${relation}"`;
  });
  const value = rendered.join(', ');
  return value !== '' && value.length <= LONGEST ? value : undefined;
}

/** A query value as it came, with what must not stand between angle brackets encoded. */
function safe(raw: string): string {
  return encodeOutside(/[^\w.~!$'()*,;:@/?%+-]/gu, raw);
}

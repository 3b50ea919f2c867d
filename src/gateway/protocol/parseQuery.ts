/** Query parameters by decoded name, each with its values as received, still encoded, in order. */
export type RawQuery = ReadonlyMap<string, readonly string[]>;

const NO_QUERY: RawQuery = new Map();

/**
 * Splits a query string. A plus sign is a space: WHATWG URL, section 5.1. A name that cannot be decoded stays encoded, and so is
 * unknown.
 */
export function parseQuery(query: string): RawQuery {
  if (query === '') return NO_QUERY;
  const parameters = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? '' : part.slice(equals + 1);
    const key = decodeQuery(name) ?? name;
    const values = parameters.get(key);
    if (values) values.push(value);
    else parameters.set(key, [value]);
  }
  return parameters;
}

/** A decoded name or value of a query; undefined where it is not valid percent-encoded UTF-8. */
export function decodeQuery(raw: string): string | undefined {
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

import { isToken } from './isToken.ts';
import { parseParameters } from './parseParameters.ts';

/** A media type and its parameters, in lower case but for the values. */
export interface MediaType {
  type: string;
  subtype: string;
  /** The first of duplicates counts. */
  parameters: ReadonlyMap<string, string>;
}

/**
 * Parses a Content-Type, or one media range of Accept; undefined where it is not valid. See RFC 9110, sections 8.3.1 and
 * 12.5.1.
 */
export function parseMediaType(text: string): MediaType | undefined {
  const { value, parameters } = parseParameters(text);
  const slash = value.indexOf('/');
  const [type, subtype] = [value.slice(0, slash).toLowerCase(), value.slice(slash + 1).toLowerCase()];
  if (slash < 0 || !isToken(type) || !isToken(subtype)) return undefined;
  return { type, subtype, parameters };
}

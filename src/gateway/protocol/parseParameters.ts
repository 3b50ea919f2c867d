import { splitUnquoted } from './splitUnquoted.ts';

/** A value and the parameters after it, by name in lower case; of duplicates the first. */
export interface Parameterized {
  value: string;
  parameters: ReadonlyMap<string, string>;
}

/**
 * Splits `value; name=value; name="value"`, quoted strings unquoted. Whitespace around `=`, which is not allowed, is ignored, and so is a
 * parameter without `=`. See RFC 9110, section 5.6.6.
 */
export function parseParameters(text: string): Parameterized {
  const [value = '', ...rest] = splitUnquoted(text, ';');
  return { value: value.trim(), parameters: parsePairs(rest) };
}

/** Parameters that follow no value, as in one element of `Forwarded`. See RFC 7239, section 4. */
export function parsePairs(pairs: readonly string[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (name !== '' && !parameters.has(name)) parameters.set(name, unquote(pair.slice(equals + 1).trim()));
  }
  return parameters;
}

/** The text of a quoted string; any other text as it is. */
function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text;
}

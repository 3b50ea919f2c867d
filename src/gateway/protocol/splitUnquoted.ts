/** Splits at a separator outside quoted strings, in one pass; an unclosed quote extends to the end. See RFC 9110, section 5.6.4. */
export function splitUnquoted(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') at++;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

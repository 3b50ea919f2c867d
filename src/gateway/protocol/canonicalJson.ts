/**
 * JSON in its canonical form: members sorted by the UTF-16 code units of their names, and numbers and texts as ECMAScript serializes
 * them. A number that is too large for JavaScript, which JSON.parse reads as Infinity, stays apart from null. The value must not be
 * nested too deeply for recursion. See RFC 8785, section 3.2.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(members).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return JSON.stringify(value);
}

/**
 * The available language that an Accept-Language header prefers; undefined where it names none of them. A range that is not
 * available loses its last subtags one after another. An underscore counts as a hyphen. See RFC 9110, section 12.5.4, and
 * RFC 4647, section 3.4, Lookup.
 */
export function lookupLanguage(header: string, available: readonly string[]): string | undefined {
  const byTag = new Map(available.map((language) => [tagOf(language), language]));
  const longest = Math.max(...available.map((language) => language.length));
  const ranges = header.split(',').map(parseRange);
  const refused = new Set(ranges.flatMap(({ tag, quality }) => (quality === 0 ? [tag] : [])));
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    for (let range = tag; range !== ''; range = withoutLastSubtag(range)) {
      // Each look-up costs the length of the range.
      const found = range.length > longest || refused.has(range) ? undefined : byTag.get(range);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const RANGE = /^([a-z\d]{1,8}(?:-[a-z\d]{1,8})*)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** A range, '' for what is not valid and for any language, and its quality: 0 is not acceptable. */
function parseRange(part: string) {
  const [, tag = '', quality = '1'] = RANGE.exec(part.trim()) ?? [];
  return { tag: tagOf(tag), quality: Number(quality) };
}

/** A single letter or digit introduces what follows, so that it goes with that. */
function withoutLastSubtag(range: string): string {
  const hyphen = range.lastIndexOf('-');
  const isAfterSingle = hyphen === 1 || range[hyphen - 2] === '-';
  return range.slice(0, Math.max(0, isAfterSingle ? hyphen - 2 : hyphen));
}

function tagOf(text: string): string {
  return text.replaceAll('_', '-').toLowerCase();
}

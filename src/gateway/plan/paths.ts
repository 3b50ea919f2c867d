// The paths of endpoints: templates of segments, what a segment matches, and which of two paths goes first.

/** One segment of a path template: literal text before, between and after placeholders. */
export interface Segment {
  /** Of its placeholders; none in a literal. */
  names: readonly string[];
  /** One more than there are names. */
  texts: readonly string[];
  /** The segment is `{+path}`: one or more segments, to the end of the path. */
  isRest?: true;
}

/** The path of the tools of an API, below the base path and the version. */
export const TOOLS_PATH = '/mcp';

/** The version whose tools are at a path, by the path: each of these versions has one, and the default version one without its number. */
export function toolPaths(
  versions: readonly number[],
  { basePath, defaultVersion }: { basePath: string; defaultVersion: number },
): ReadonlyMap<string, number> {
  const paths = versions.map((version): [string, number] => [`${basePath}/v${version}${TOOLS_PATH}`, version]);
  if (versions.includes(defaultVersion)) paths.push([basePath + TOOLS_PATH, defaultVersion]);
  return new Map(paths);
}

/** The path template of segments. */
export function pathOf(segments: readonly Segment[]): string {
  const steps = segments.map(({ names, texts, isRest }) =>
    texts.reduce((path, text, index) => `${path}{${isRest ? '+' : ''}${names[index - 1]}}${text}`),
  );
  return `/${steps.join('/')}`;
}

/** What makes two endpoints the same: the method and the path, whatever its placeholders are called. */
export function routeKey({ method, path }: { method: string; path: string }): string {
  return `${method} ${routePath(path)}`;
}

/** A path template without the names of its placeholders, and without the plus sign of `{+path}`, which OpenAPI does not have either. */
export function routePath(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

/** The first segment of a path, which names the resource; `root` where that has a placeholder or is empty. It is the tag in OpenAPI. */
export function tagOf(path: string): string {
  const [first = ''] = path.slice(1).split('/');
  return first === '' || first.includes('{') ? 'root' : first;
}

/**
 * Whether a decoded segment has these literal texts around values of at least one character, which are added to `values` as far as they
 * are found. A text between two placeholders is its first occurrence.
 */
export function matchSegment(segment: string, texts: readonly string[], values: string[]): boolean {
  const first = texts[0]!;
  const last = texts[texts.length - 1]!;
  const end = segment.length - last.length;
  let at = first.length;
  if (at >= end) return false;
  // A placeholder alone, as most are.
  if (texts.length === 2 && end - at === segment.length) return values.push(segment) > 0;
  if (!segment.startsWith(first) || !segment.endsWith(last)) return false;
  for (let index = 1; index < texts.length - 1; index += 1) {
    const text = texts[index]!;
    const found = segment.indexOf(text, at + 1);
    if (found < 0 || found + text.length >= end) return false;
    values.push(segment.slice(at, found));
    at = found + text.length;
  }
  values.push(segment.slice(at, end));
  return true;
}

/** How early the placeholders of a segment are tried: by their literal text, `{+path}` last. */
export function literalLength({ texts }: Pick<Segment, 'texts'>): number {
  return texts.reduce((length, text) => length + text.length, 0);
}

/**
 * Whether a request can match two paths of which none goes first: the first segments in which they differ have placeholders with equally
 * long literal text. `{id}` goes before `{+path}`, unless they are one path in OpenAPI.
 */
export function areAmbiguous(one: readonly Segment[], other: readonly Segment[]): boolean {
  const start = one.findIndex((segment, index) => other[index] && !isSame(segment, other[index]));
  const [first, second] = [one[start], other[start]];
  if (!first || !second || literalLength(first) !== literalLength(second)) return false;
  if (first.isRest !== second.isRest && one.length !== other.length) return false;
  for (let index = start; ; index += 1) {
    const [a, b] = [one[index], other[index]];
    if (!a || !b) return a === b;
    if (a.isRest || b.isRest) return true;
    if (!overlap(a, b)) return false;
  }
}

function isSame(one: Segment, other: Segment): boolean {
  return one.isRest === other.isRest && one.texts.join('{}') === other.texts.join('{}');
}

/** Whether some text matches both segments: anything can be between what they begin and what they end with. */
function overlap({ texts: one }: Segment, { texts: other }: Segment): boolean {
  if (one.length === 1) return other.length === 1 ? one[0] === other[0] : matchSegment(one[0]!, other, []);
  if (other.length === 1) return matchSegment(other[0]!, one, []);
  const [start, otherStart, end, otherEnd] = [one[0]!, other[0]!, one.at(-1)!, other.at(-1)!];
  return (
    (start.startsWith(otherStart) || otherStart.startsWith(start)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  );
}

/** One segment of a path template: a literal, or a placeholder that may be followed by a literal. */
export type Segment =
  | { kind: 'literal'; text: string }
  | { kind: 'placeholder'; name: string; /** As in `{id}:archive`, with the colon; '' for none. */ suffix: string };

/** The path template of segments. */
export function pathOf(segments: readonly Segment[]): string {
  return `/${segments.map((each) => (each.kind === 'literal' ? each.text : `{${each.name}}${each.suffix}`)).join('/')}`;
}

/** What makes two endpoints the same: the method and the path, whatever its placeholders are called. */
export function routeKey({ method, path }: { method: string; path: string }): string {
  return `${method} ${routePath(path)}`;
}

/** A path template without the names of its placeholders. */
export function routePath(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

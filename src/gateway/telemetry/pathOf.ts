const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a request target without its query and one trailing slash, still encoded. See RFC 9112 section 3.2. */
export function pathOf(target: string): string {
  const origin = target.startsWith('/') ? target : target.replace(AUTHORITY, '');
  const mark = origin.indexOf('?');
  const path = mark < 0 ? origin : origin.slice(0, mark);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

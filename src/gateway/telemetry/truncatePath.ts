/** Characters of a path that are logged. */
const LONGEST_PATH = 1_000;

/** A path as it is logged: its beginning, if it is long. */
export function truncatePath(path: string): string {
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}

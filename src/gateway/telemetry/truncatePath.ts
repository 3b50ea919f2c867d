/** UTF-16 code units. */
const MAX_PATH_LENGTH = 1_000;

/** A path as it is logged: a long one is truncated. */
export function truncatePath(path: string): string {
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
}

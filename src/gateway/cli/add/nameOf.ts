/** The name of a field without its type: `user` of `Query.user`. */
export function nameOf(coordinate: string): string {
  return coordinate.slice(coordinate.lastIndexOf('.') + 1);
}

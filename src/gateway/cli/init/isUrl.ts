/** Whether the argument of `init` is the URL of a GraphQL API rather than a file. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** What is wrong with the URL of an upstream, as the end of a sentence; undefined if nothing is. */
export function findUrlFault(url: string): string | undefined {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    return 'must be an http or https URL such as http://localhost:4100/graphql.';
  }
  const { username, password } = new URL(url);
  // They would not be sent, and logs would contain them.
  return username || password ? 'must not contain credentials; use the header Authorization.' : undefined;
}

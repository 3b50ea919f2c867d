/** Response keys as one text, each behind a slash: `/user/author`. */
export function responsePath(keys: readonly string[]): string {
  return keys.map((key) => `/${key}`).join('');
}

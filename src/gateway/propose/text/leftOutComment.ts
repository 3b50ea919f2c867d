const MAX_NAMES = 20;

/** `# Left out: comments, history.`, the last line of a document; empty where nothing is. `from` is what they are left out of. */
export function leftOutComment(names: readonly string[], from?: string): string {
  if (names.length === 0) return '';
  const more = names.length - MAX_NAMES;
  const listed = [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`and ${more} more`] : [])];
  return `# Left out${from === undefined ? '' : ` of ${from}`}: ${listed.join(', ')}.\n`;
}

/** The text, or its beginning with an ellipsis, in at most `maxLength` UTF-16 code units; no surrogate pair is split. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 1;
  return `${text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end)}…`;
}

/** The text, or its beginning and end with an ellipsis between them, in at most `maxLength` UTF-16 code units. */
export function truncateMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  const end = text.slice(half - maxLength);
  return truncate(text, half) + (/^[\udc00-\udfff]/.test(end) ? end.slice(1) : end);
}

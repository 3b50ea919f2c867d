/** The words of a text in lower case, joined by hyphens: `ada-lovelace` of `Ada Lovelace`. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

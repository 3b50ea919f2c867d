/** A name without case and underscores, so that `user_id` is `userId`. */
export function foldName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** The words of a name in camelCase, PascalCase or snake_case, in lower case: `createdAt` is `created`, `at`. */
export function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+/);
  return words.filter((word) => word !== '').map((word) => word.toLowerCase());
}

/** The words of a text in lower case, joined by hyphens: `ada-lovelace` of `Ada Lovelace`. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

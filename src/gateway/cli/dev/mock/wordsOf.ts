/** The words of a name in camelCase, PascalCase or snake_case, in lower case: `createdAt` is `created`, `at`. */
export function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+/);
  return words.filter((word) => word !== '').map((word) => word.toLowerCase());
}

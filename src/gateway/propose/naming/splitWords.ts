/** Names of products, which are one word each. */
const ONE_WORD = /GitHub|GitLab|OAuth|PostgreSQL|GraphQL|LinkedIn|YouTube|PayPal|IPs|URLs|IDs/g;

/** The words of a name in camelCase, PascalCase, snake_case or CONSTANT_CASE, in lower case: `userById` is user, by, id. */
export function splitWords(name: string): string[] {
  return name
    .replace(ONE_WORD, (word) => word[0]! + word.slice(1).toLowerCase())
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

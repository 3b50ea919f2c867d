// Names of GraphQL as words, and words as names of operations and as text.

/** The words of a name, in lower case. */
export type Words = readonly string[];

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

/** Words as one name: order, line is `orderLine`. */
export function camelCase(words: Words): string {
  return words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
}

/** A name of an operation after its verb: `OrderLine`. */
export function pascalCase(words: Words): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Words as a sentence. */
export function sentence(words: Words): string {
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Words with "a" or "an" before them, as they are spoken: a user, an hour, an order. */
export function withArticle(words: Words): string {
  const first = words[0] ?? '';
  const isVowel = AN.test(first) || (/^[aeiou]/.test(first) && !A.test(first));
  return [isVowel ? 'an' : 'a', ...words].join(' ');
}

/** Names of products, which are one word each. */
const ONE_WORD = /GitHub|GitLab|OAuth|PostgreSQL|GraphQL|LinkedIn|YouTube|PayPal|IPs|URLs|IDs/g;
/** Vowels that are spoken as consonants: user, university, European. */
const A = /^(?:eu|one$|once$|us(?!h)|ut(?!t)|u[fiku]|ur[il]|uni(?![mnd]))/;
/** Consonants that are spoken as vowels: hour, and what is spelled, such as HTML and SLA. */
const AN = /^(?:hour|hono|heir|sla$|sso$|mfa$|[fhlmnrsx][^aeiouy]*$)/;

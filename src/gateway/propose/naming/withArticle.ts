/** Vowels that are spoken as consonants: user, university, European. */
const A = /^(?:eu|one$|once$|us(?!h)|ut(?!t)|u[fiku]|ur[il]|uni(?![mnd]))/;
/** Consonants that are spoken as vowels: hour, and what is spelled, such as HTML and SLA. */
const AN = /^(?:hour|hono|heir|sla$|sso$|mfa$|[fhlmnrsx][^aeiouy]*$)/;

/** Words with "a" or "an" before them, as they are spoken: a user, an hour, an order. */
export function withArticle(words: readonly string[]): string {
  const first = words[0] ?? '';
  const isVowel = AN.test(first) || (/^[aeiou]/.test(first) && !A.test(first));
  return [isVowel ? 'an' : 'a', ...words].join(' ');
}

/** The first sentence of a description, or another one where there is none. */
export function describe({ description }: { description?: string | null | undefined }, fallback: string): string {
  const text = (description ?? '')
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = /^.*?[.!?](?=\s+[A-Z`"[(]|$)/.exec(text)?.[0] ?? text;
  if (sentence === '' || sentence.length > MAX_LENGTH) return fallback;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

const MAX_LENGTH = 200;

// A text that a regular expression matches, for examples: of literals, classes, groups and their quantifiers. What it makes has to be
// tested: look-around and references are not followed.

/** Starts of groups, classes, escapes, quantifiers, and single characters. */
const TOKENS = /\(\?(?::|<\w+>|[=!])|\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\.|\{\d+(?:,\d*)?\}|[^]/giu;
const QUANTIFIER = /^(?:[*+?]|\{(\d+).*\})$/;

/** A part that has to be there more often makes a text too long to be an example. */
const MAX_REPEATS = 1000;

/** A short text for the pattern: each part is there once where it can be, and as rarely as possible beyond. */
export function sampleOfPattern(pattern: string): string {
  const tokens: readonly string[] = pattern.match(TOKENS) ?? [];
  let at = 0;

  /** The first alternative of a group, or of the pattern. */
  function readGroup(): string {
    let text = '';
    let isFirst = true;
    while (at < tokens.length && tokens[at] !== ')') {
      const token = tokens[at++]!;
      if (token === '|') isFirst = false;
      const part = token.startsWith('(') ? readGroup() : characterFor(token);
      const repeated = part.repeat(readQuantifier());
      if (isFirst) text += repeated;
    }
    at++;
    return text;
  }

  function readQuantifier(): number {
    const quantifier = QUANTIFIER.exec(tokens[at] ?? '');
    if (!quantifier) return 1;
    at++;
    if (tokens[at] === '?') at++;
    return quantifier[0] === '?' ? 0 : Math.min(Number(quantifier[1] ?? 1), MAX_REPEATS);
  }

  try {
    return readGroup();
  } catch {
    // The text or the nesting is too long.
    return '';
  }
}

/** A usual character that a class or an escape matches, or else its first one. */
function characterFor(token: string): string {
  if (token === '^' || token === '$') return '';
  if (token.length === 1 && token !== '.') return token;
  try {
    const expression = new RegExp(`^${token}$`, 'u');
    return [...'1aA- '].find((each) => expression.test(each)) ?? token.replace(/^\[?\\?/, '').charAt(0);
  } catch {
    return '';
  }
}

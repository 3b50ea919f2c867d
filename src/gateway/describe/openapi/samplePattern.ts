// A text that a regular expression matches, for examples: of literals, classes, groups and their quantifiers. What it makes has to be
// tested: look-around and references are not followed.

const CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', n: '\n', t: '\t' };

/** A part that has to be there more often makes a text too long to be an example. */
const MAX_REPEATS = 1000;

/** A short text for the pattern. */
export function sampleOfPattern(pattern: string): string {
  let at = 0;

  function alternatives(): string {
    const first = sequence();
    while (pattern[at] === '|') {
      at++;
      sequence();
    }
    return first;
  }

  function sequence(): string {
    let text = '';
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const part = atom();
      text += part.repeat(quantifier());
    }
    return text;
  }

  function atom(): string {
    const character = pattern[at++]!;
    switch (character) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '\\':
        return escaped();
      case '[':
        return characterClass();
      case '(': {
        at += /^\?(?::|<\w+>|[=!])/.exec(pattern.slice(at))?.[0].length ?? 0;
        const text = alternatives();
        at++;
        return text;
      }
      default:
        return character;
    }
  }

  function escaped(): string {
    const character = pattern[at++] ?? '';
    if (character !== 'p' && character !== 'P') return CLASSES[character] ?? character;
    at = pattern.indexOf('}', at) + 1;
    return 'A';
  }

  /** A usual character that it has, or else its first one. */
  function characterClass(): string {
    const start = at - 1;
    if (pattern[at] === '^') at++;
    const first = pattern[at] === '\\' ? (at++, escaped()) : pattern[at++]!;
    while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
    at++;
    const expression = new RegExp(pattern.slice(start, at), 'u');
    return [...'1aA-'].find((each) => expression.test(each)) ?? first;
  }

  /** How often the part before is there: once where it can be, and as rarely as possible beyond. */
  function quantifier(): number {
    const [all, least, sign] = /^(?:\{(\d+)(?:,\d*)?\}|([*+?]))\??/.exec(pattern.slice(at)) ?? [''];
    at += all.length;
    return least === undefined ? Number(sign !== '?') : Math.min(Number(least), MAX_REPEATS);
  }

  try {
    return alternatives();
  } catch {
    return '';
  }
}

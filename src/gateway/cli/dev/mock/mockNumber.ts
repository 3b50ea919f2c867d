import { hashText } from './hashText.ts';
import { mockTime } from './mockTime.ts';

/** What a number is of: the words of its field, the number of its object, and a text that differs between fields and objects. */
export interface NumberSource {
  words: readonly string[];
  index: number;
  seed: string;
}

const RANGES: readonly (readonly [RegExp, number, number])[] = [
  [/^(rating|stars|score|priority|level)$/, 1, 5],
  [/^age$/, 18, 70],
  [/^(year|years)$/, 2020, 2026],
  [/^(month)$/, 1, 12],
  [/^(day|weekday)$/, 1, 7],
  [/^(hour)$/, 0, 23],
  [/^(minute|second)$/, 0, 59],
  [/^(percent|percentage|progress|discount)$/, 5, 95],
  [/^(latitude|lat)$/, 36, 60],
  [/^(longitude|lng|lon)$/, 0, 25],
  [/^(digits|decimals|precision|scale)$/, 2, 2],
  [/^(width|height|size|bytes)$/, 100, 1200],
  [/^(quantity|stock|available|count|total|items)$/, 1, 40],
];
const ORDINALS = new Set(['number', 'position', 'index', 'rank', 'sequence', 'order', 'id', 'no', 'pk']);
const TIMES = new Set(['at', 'timestamp', 'time', 'date', 'epoch']);

/** A whole number that is not negative, by the name of its field. */
export function mockInteger({ words, index, seed }: NumberSource): number {
  const last = words.at(-1) ?? '';
  if (ORDINALS.has(last)) return index;
  if (TIMES.has(last)) return mockTime(words, index);
  const [, minimum, maximum] = RANGES.find(([pattern]) => pattern.test(last)) ?? [undefined, 1, 99];
  return minimum + (hashText(seed) % (maximum - minimum + 1));
}

/** A number with at most two decimals, by the name of its field. */
export function mockDecimal({ words, index, seed }: NumberSource): number {
  const last = words.at(-1) ?? '';
  if (/^(rate|ratio|share|probability)$/.test(last)) return (hashText(seed) % 100) / 100;
  if (ORDINALS.has(last) || TIMES.has(last)) return mockInteger({ words, index, seed });
  // A sum of floats could be 2.4699999999999998.
  return (mockInteger({ words, index, seed }) * 100 + (hashText(`${seed}.`) % 100)) / 100;
}

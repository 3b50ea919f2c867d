const START = Date.UTC(2026, 0, 1, 8) / 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

const LATER = new Set([
  'updated',
  'modified',
  'changed',
  'edited',
  'end',
  'ends',
  'until',
  'expires',
  'expiry',
  'due',
  'last',
]);

/** Seconds since the epoch for a field, by its words: the end of something is after its start. */
export function mockTime(words: readonly string[], index: number): number {
  const isLater = words.some((word) => LATER.has(word));
  return START + (index % 1000) * 5 * HOUR + (isLater ? 30 * DAY : 0);
}

import { hashText } from './hashText.ts';

/** How many objects of each type a list goes through. */
export const LIST_LENGTH = 50;

const UUID_PREFIX = '00000000-0000-4000-8000-';

/** The key of an object as a UUID. */
export function uuidOf(index: number): string {
  return `${UUID_PREFIX}${String(index).padStart(12, '0')}`;
}

/** The number behind a key: 7 of `7`, of `7.price` and of the UUID with this number; one of the list for any other key. */
export function indexOfKey(key: string): number {
  const digits = /^\d{1,9}(?=$|\.)/.exec(key)?.[0];
  if (digits !== undefined) return Number(digits);
  if (key.startsWith(UUID_PREFIX)) return Number(key.slice(UUID_PREFIX.length)) || 0;
  return 1 + (hashText(key) % LIST_LENGTH);
}

// The kinds of environment variables, as schemas whose messages continue the name of the variable: `must be …`.
import * as z from 'zod';
import type { TextPattern } from './patterns.ts';

/** A whole number between two bounds, both included. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not "${input}"`,
    })
    .transform(Number);
}

/** One of at least two words. */
export function oneOf<const Choice extends string>(...choices: Choice[]) {
  const list = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
  return z.enum(choices, { error: ({ input }) => `must be ${list}, not "${input}"` });
}

/** A text that matches a pattern. */
export function text({ pattern, message }: TextPattern) {
  return z.string().regex(pattern, { error: ({ input }) => `${message}, not "${input}"` });
}

// Environment variables, and the kinds of them: schemas whose messages continue the name of the variable, `must be …`.
import * as z from 'zod';
import type { TextPattern } from './settingFormats.ts';

/** The variables of a process; an empty variable counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface ParsedEnvironment<Data> {
  /** Absent where there are problems. */
  data?: Data;
  /** One sentence for each invalid variable, beginning with its name. */
  problems: readonly string[];
  /** The variables that have a value. */
  given: Environment;
}

/** Parses environment variables by a schema whose messages continue the name of their variable: `must be …`. */
export function parseEnvironment<Data>(schema: z.ZodType<Data>, env: Environment): ParsedEnvironment<Data> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const { data, error } = schema.safeParse(given);
  const problems = (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}.`);
  return { ...(data && { data }), problems, given };
}

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

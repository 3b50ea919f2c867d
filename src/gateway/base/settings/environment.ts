// Environment variables, and the kinds of them: schemas whose messages continue the name of the variable, `must be …`.
import { closeSync, openSync, readSync } from 'node:fs';
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

/**
 * Parses environment variables by a schema whose messages continue the name of their variable: `must be …`. The value of a secret
 * `NAME` can be in a file instead, which `NAME_FILE` names.
 */
export function parseEnvironment<Data>(
  schema: z.ZodType<Data>,
  env: Environment,
  secrets: readonly string[] = [],
): ParsedEnvironment<Data> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const unread = secrets.flatMap((name) => readSecret(name, given));
  const { data, error } = schema.safeParse(given);
  const problems = [...unread, ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}.`)];
  return { ...(data && problems.length === 0 && { data }), problems, given };
}

/** Reads the file of a secret into its variable; returns why that is not possible. */
function readSecret(name: string, given: Record<string, string | undefined>): string[] {
  const file = given[`${name}_FILE`];
  if (file === undefined) return [];
  if (given[name] !== undefined) return [`${name} and ${name}_FILE cannot be combined; set only one of them.`];
  try {
    // Editors end the last line of a file.
    const value = readText(file).replace(/\r?\n$/, '');
    if (value === '') return [`${name}_FILE must not be an empty file: ${file}.`];
    given[name] = value;
    return [];
  } catch (error) {
    return [`${name}_FILE must be a file that can be read: ${(error as Error).message}.`];
  }
}

/** Of the file of a secret. */
const MAX_SECRET_BYTES = 64 * 1024;

/** Reads a small file, or a pipe, to its end. Throws where it is larger. */
function readText(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(MAX_SECRET_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    if (length > MAX_SECRET_BYTES) throw new Error(`it has more than ${MAX_SECRET_BYTES} bytes: ${file}`);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
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

import type * as z from 'zod';

/** The variables of a process; an empty variable counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface ParsedEnvironment<Data> {
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

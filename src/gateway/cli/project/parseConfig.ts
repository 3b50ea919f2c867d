import * as z from 'zod';
import { findNearest } from '../../errors/findNearest.ts';
import type { PorticoConfig } from '../../PorticoConfig.ts';
import { UsageError } from '../UsageError.ts';
import { findHeaderFault } from './findHeaderFault.ts';
import { findUrlFault } from './findUrlFault.ts';

const text = (expected: string) => z.string(`must be ${expected}.`).min(1, `must be ${expected}.`);
const NO_DEFAULT = 'must export an object by default: export default defineConfig({ … }).';
const ENDPOINTS = 'the path of the folder of endpoint documents, such as "rest"';
const HEADERS = 'must be an object of names and values, such as { authorization: "Bearer …" }.';
const CONFIG = z.strictObject(
  {
    schema: text('the path of a file, such as "schema.graphql"').optional(),
    upstream: text('the URL of a GraphQL API')
      .superRefine((url, context) => report(context, findUrlFault(url)))
      .optional(),
    headers: z
      .record(z.string(), z.string('must be a string.').optional(), HEADERS)
      .superRefine((headers, context) => {
        for (const [name, value] of Object.entries(headers)) report(context, findHeaderFault(name, value?.trim()));
      })
      .optional(),
    endpoints: text(ENDPOINTS),
  },
  NO_DEFAULT,
);
const KEYS = Object.keys(CONFIG.shape);

/** The content of a configuration. Throws a UsageError with a line for each problem, which starts with the name of its file. */
export function parseConfig(content: unknown, file: string): PorticoConfig {
  const { success, data, error } = CONFIG.safeParse(content);
  if (success) return data as PorticoConfig;
  const problems = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(describeUnknown) : [describeIssue(issue)],
  );
  throw new UsageError(problems.map((problem) => `${file}: ${problem}`).join('\n'));
}

function describeIssue({ code, path, message }: z.core.$ZodIssue): string {
  // A header is named by the message.
  const subject = path.join('.') + (code === 'custom' && path[0] === 'headers' ? ':' : '');
  return [subject, message].filter(Boolean).join(' ');
}

function describeUnknown(key: string): string {
  const nearest = findNearest(key, KEYS);
  const hint = nearest === undefined ? `the keys are ${KEYS.join(', ')}.` : `did you mean "${nearest}"?`;
  return `"${key}" is not a known key; ${hint}`;
}

function report(context: z.RefinementCtx, fault: string | undefined): void {
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
}

// Reads portico.config.ts, .js or .json. Paths in it are relative to its folder.
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { JsonFile } from '../gateway/conventions/JsonFile.ts';
import type { PorticoConfig } from '../gateway/PorticoConfig.ts';
import { renderDiagnostic } from '../gateway/errors/Diagnostic.ts';
import { findNearest } from '../gateway/errors/nearNames.ts';
import { UsageError } from './UsageError.ts';
import { findHeaderFault, findUrlFault } from './readUpstream.ts';

/** A configuration with absolute paths. */
export interface Config {
  file: string;
  /** The file as messages name it. */
  name: string;
  folder: string;
  schema?: string;
  upstream?: string;
  /** Names are in lower case. Some may have no value, such as that of an environment variable that is not set. */
  headers: Readonly<Record<string, string | undefined>>;
  endpoints: string;
}

/**
 * Reads the configuration `name`, or the one in the folder. Undefined where there is none; throws a UsageError where it is
 * not valid.
 */
export async function readConfig(cwd: string, name?: string): Promise<Config | undefined> {
  const file = name === undefined ? findConfig(cwd) : path.resolve(cwd, name);
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new UsageError(`--config: the file ${name} does not exist.`);
  if (!/\.(?:[cm]?[jt]s|json)$/.test(file))
    throw new UsageError(`--config must be a file in TypeScript, JavaScript or JSON.`);
  const relative = path.relative(cwd, file);
  const shown = relative.startsWith('..') ? file : relative;
  const { schema, upstream, headers = {}, endpoints } = parseConfig(await load(file, shown), shown);
  const folder = path.dirname(file);
  return {
    file,
    name: shown,
    folder,
    endpoints: path.resolve(folder, endpoints),
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value?.trim()]),
    ),
    ...(schema !== undefined && { schema: path.resolve(folder, schema) }),
    ...(upstream !== undefined && { upstream }),
  };
}

async function load(file: string, shown: string): Promise<unknown> {
  const { describeModuleError, importConfig } = await import('./importModule.ts');
  try {
    return file.endsWith('.json') ? readJson(file, shown) : await importConfig(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${shown} cannot be loaded: ${describeModuleError(error)}`, { cause: error });
  }
}

function readJson(file: string, shown: string): unknown {
  const { errors, value } = new JsonFile(file);
  if (errors.length === 0) return value;
  throw new UsageError(
    errors.map((diagnostic) => `${renderDiagnostic({ ...diagnostic, file: shown })} ${diagnostic.hint}`).join('\n'),
  );
}

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

function describeIssue({ code, path: keys, message }: z.core.$ZodIssue): string {
  // A header is named by the message.
  const subject = keys.join('.') + (code === 'custom' && keys[0] === 'headers' ? ':' : '');
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

const NAMES = ['portico.config.ts', 'portico.config.js', 'portico.config.json'];

/** The configuration in a folder. Throws a UsageError where there are several. */
export function findConfig(folder: string): string | undefined {
  const found = NAMES.filter((name) => existsSync(path.join(folder, name)));
  if (found.length > 1) throw new UsageError(`There are ${found.join(' and ')}; remove all but one.`);
  return found[0] === undefined ? undefined : path.join(folder, found[0]);
}

/** The beginning of a message that says what is required instead. */
export const MISSING_CONFIG = 'There is no portico.config.ts, .js or .json in this folder.';

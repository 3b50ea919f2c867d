// Reads portico.config.ts, .js or .json. Paths in it are relative to its folder.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { JsonFile } from '../gateway/plan/conventions/JsonFile.ts';
import type { PorticoConfig, PorticoHostOptions } from '../gateway/serve/PorticoConfig.ts';
import { renderDiagnostic } from '../gateway/base/errors/Diagnostic.ts';
import {
  BASE_PATH_PATTERN,
  TRUSTED_DOCUMENTS,
  type TrustedDocuments,
} from '../gateway/base/settings/settingFormats.ts';
import { findUrlFault, findHeaderFault } from '../gateway/execute/remote/Upstream.ts';
import { findNearest, listValues } from '../gateway/base/errors/nearNames.ts';
import { OPTION_NAMES } from '../gateway/serve/validateOptions.ts';
import { UsageError } from './UsageError.ts';
import type { Modules } from './importModule.ts';
import { isSchema } from './loadSchema.ts';

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
  client?: { name: string; version?: string | undefined };
  trustedDocuments?: TrustedDocuments;
  endpoints: string;
  /** Absent: it has none. */
  options?: PorticoHostOptions;
}

/**
 * Reads the configuration `name`, or the one in the folder, where it is a module with other modules, or by itself. Undefined where
 * there is none; throws a UsageError where it is not valid.
 */
export async function readConfig(cwd: string, name?: string, modules?: Modules): Promise<Config | undefined> {
  const file = name === undefined ? findConfig(cwd) : path.resolve(cwd, name);
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new UsageError(`--config: the file ${name} does not exist.`);
  if (!/\.(?:[cm]?[jt]s|json)$/.test(file))
    throw new UsageError(`--config must be a file in TypeScript, JavaScript or JSON.`);
  const relative = path.relative(cwd, file);
  const shown = relative.startsWith('..') ? file : relative;
  const content = await load(file, shown, modules);
  const {
    schema,
    upstream,
    headers = {},
    client,
    trustedDocuments,
    endpoints,
    ...others
  } = parseConfig(content, shown);
  const options = optionsOf(others);
  const folder = path.dirname(file);
  return {
    file,
    name: shown,
    folder,
    endpoints: path.resolve(folder, endpoints),
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value?.trim()]),
    ),
    // A schema is one that the configuration exports, as another module could.
    ...(schema !== undefined && { schema: isSchema(schema) ? file : path.resolve(folder, schema) }),
    ...(upstream !== undefined && { upstream }),
    ...(client && { client }),
    ...(trustedDocuments && { trustedDocuments }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

async function load(file: string, shown: string, modules?: Modules): Promise<unknown> {
  const { describeModuleError, importConfig } = await import('./importModule.ts');
  try {
    return file.endsWith('.json') ? readJson(file, shown) : await importConfig(file, modules);
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
const SCHEMA = 'must be the path of a file, such as "schema.graphql", or a GraphQLSchema.';
const ENDPOINTS = 'the path of the folder of endpoint documents, such as "rest"';
const HEADERS = 'must be an object of names and values, such as { authorization: "Bearer …" }.';
const CLIENT = 'must be an object with name and version, such as { name: "rest", version: "1.0.0" }.';
/** Those options of `createPortico` that the configuration has in its own way. */
const SOURCES = ['schema', 'endpoints', 'plan', 'upstream'];
const BASE_PATH = `${BASE_PATH_PATTERN.message}.`;
/** The others, which `createPortico` checks; all commands read the base path. */
const OPTIONS: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    OPTION_NAMES.flatMap((name) => (SOURCES.includes(name) ? [] : [[name, z.unknown().optional()]])),
  ),
  basePath: z.string(BASE_PATH).regex(BASE_PATH_PATTERN.pattern, BASE_PATH).optional(),
};
const CONFIG = z
  .strictObject(
    {
      schema: z.custom((value) => isSchema(value) || (typeof value === 'string' && value !== ''), SCHEMA).optional(),
      upstream: text('the URL of a GraphQL API')
        .superRefine((url, context) => report(context, findUrlFault(url)))
        .optional(),
      headers: z
        .record(z.string(), z.string('must be a string.').optional(), HEADERS)
        .superRefine((headers, context) => {
          for (const [name, value] of Object.entries(headers)) report(context, findHeaderFault(name, value?.trim()));
        })
        .optional(),
      client: z
        .strictObject(
          { name: text('the name of a client'), version: text('the version of a client').optional() },
          CLIENT,
        )
        .optional(),
      trustedDocuments: z.enum(TRUSTED_DOCUMENTS, `must be one of ${listValues(TRUSTED_DOCUMENTS)}.`).optional(),
      endpoints: z.preprocess(
        (value) => (value instanceof URL && value.protocol === 'file:' ? fileURLToPath(value) : value),
        text(ENDPOINTS),
      ),
      ...OPTIONS,
    },
    NO_DEFAULT,
  )
  .superRefine((config, context) => {
    const [name] = config.upstream === undefined ? [] : Object.keys(optionsOf(config));
    const fault = 'is an option of createPortico, and cannot be combined with upstream, whose resolvers run elsewhere.';
    if (name !== undefined) context.addIssue({ code: 'custom', path: [name], message: fault });
  });
const KEYS = Object.keys(CONFIG.shape);

/** The options of createPortico that a configuration has. */
function optionsOf(config: object): PorticoHostOptions {
  return Object.fromEntries(
    Object.entries(config).filter(([key, value]) => Object.hasOwn(OPTIONS, key) && value !== undefined),
  );
}

/** The content of a configuration. Throws a UsageError with a line for each problem, which starts with the name of its file. */
export function parseConfig(content: unknown, file: string): PorticoConfig & { endpoints: string } {
  const { success, data, error } = CONFIG.safeParse(content);
  if (success) return data as ReturnType<typeof parseConfig>;
  const problems = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? issue.keys.map(describeUnknown)
      : [describeIssue(issue)],
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
  const own = KEYS.filter((known) => !Object.hasOwn(OPTIONS, known)).join(', ');
  const known = `the keys are ${own}, and the options of createPortico.`;
  const hint = nearest === undefined ? known : `did you mean "${nearest}"?`;
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

// Reads portico.config.ts, .js or .json. Paths in it are relative to its folder.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { renderDiagnostic } from '../../errors/Diagnostic.ts';
import { UsageError } from '../UsageError.ts';
import { findConfig } from './findConfig.ts';

/** A configuration with absolute paths. */
export interface Config {
  file: string;
  /** The file as messages name it. */
  name: string;
  folder: string;
  schema?: string;
  upstream?: string;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The names of headers without a value, such as of an environment variable that is not set. Absent: none. */
  unsetHeaders?: readonly string[];
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
  const [{ parseConfig }, loaded] = await Promise.all([import('./parseConfig.ts'), load(file, shown)]);
  const { schema, upstream, headers = {}, endpoints } = parseConfig(loaded, shown);
  const folder = path.dirname(file);
  const unsetHeaders = Object.keys(headers).filter((header) => headers[header] === undefined);
  return {
    file,
    name: shown,
    folder,
    endpoints: path.resolve(folder, endpoints),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([header, value]) =>
        value === undefined ? [] : [[header.toLowerCase(), value.trim()]],
      ),
    ),
    ...(unsetHeaders.length > 0 && { unsetHeaders: unsetHeaders.map((header) => header.toLowerCase()) }),
    ...(schema !== undefined && { schema: path.resolve(folder, schema) }),
    ...(upstream !== undefined && { upstream }),
  };
}

async function load(file: string, shown: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return await readJson(file, shown);
    const { importConfig } = await import('./importModule.ts');
    return await importConfig(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { describeModuleError } = await import('./describeModuleError.ts');
    throw new UsageError(`${shown} cannot be loaded: ${describeModuleError(error)}`, { cause: error });
  }
}

async function readJson(file: string, shown: string): Promise<unknown> {
  const { JsonFile } = await import('../../conventions/JsonFile.ts');
  const { errors, value } = new JsonFile(file);
  if (errors.length === 0) return value;
  throw new UsageError(errors.map((each) => `${renderDiagnostic({ ...each, file: shown })} ${each.hint}`).join('\n'));
}

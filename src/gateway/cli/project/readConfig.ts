// Reads portico.config.ts, .js or .json. Paths in it are relative to its folder.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { PorticoConfig } from '../../PorticoConfig.ts';
import { UsageError } from '../UsageError.ts';

const NAMES = ['portico.config.ts', 'portico.config.js', 'portico.config.json'];

/** A configuration with absolute paths. */
export interface Config extends PorticoConfig {
  file: string;
  folder: string;
}

const TEXT = z.string().min(1);
const CONFIG = z.strictObject({
  schema: TEXT.optional(),
  upstream: TEXT.optional(),
  headers: z.record(z.string(), z.string().optional()).optional(),
  endpoints: TEXT,
});

/**
 * Reads the configuration `name`, or the one in the folder. Undefined where there is none; throws a UsageError where it is
 * not valid.
 */
export async function readConfig(cwd: string, name?: string): Promise<Config | undefined> {
  const file = name === undefined ? findConfig(cwd) : path.resolve(cwd, name);
  if (file === undefined) return undefined;
  if (!existsSync(file)) throw new UsageError(`--config: the file ${name} does not exist.`);
  const shown = path.relative(cwd, file);
  const parsed = CONFIG.safeParse(await load(file, shown));
  if (!parsed.success) throw new UsageError(`${shown} is not valid.\n${z.prettifyError(parsed.error)}`);
  const { schema, upstream, headers, endpoints } = parsed.data;
  const folder = path.dirname(file);
  return {
    file,
    folder,
    endpoints: path.resolve(folder, endpoints),
    ...(schema !== undefined && { schema: path.resolve(folder, schema) }),
    ...(upstream !== undefined && { upstream }),
    ...(headers && { headers }),
  };
}

function findConfig(folder: string): string | undefined {
  const found = NAMES.filter((name) => existsSync(path.join(folder, name)));
  if (found.length > 1) throw new UsageError(`There are ${found.join(' and ')}; remove all but one.`);
  return found[0] === undefined ? undefined : path.join(folder, found[0]);
}

async function load(file: string, shown: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'));
    const { importConfig } = await import('./importModule.ts');
    return await importConfig(file);
  } catch (error) {
    throw new UsageError(`${shown} cannot be loaded: ${(error as Error).message}`, { cause: error });
  }
}

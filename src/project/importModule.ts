import { fileURLToPath } from 'node:url';
import { type Jiti, createJiti } from 'jiti';
import { defineConfig } from '../gateway/PorticoConfig.ts';
import { shortPath } from '../gateway/errors/Diagnostic.ts';
import { readPackage } from './readPackage.ts';

/** Without a cache of files nothing is written, and nothing is executed that others of the machine may have written. */
const OPTIONS = { fsCache: false, virtualModules: {} };

const NODE_MODULES = /[\\/]node_modules[\\/]/;

/**
 * Imports a module in JavaScript or TypeScript, with what it imports, on every version of Node. They are evaluated again each
 * time, but not those of `node_modules`: `graphql` has one copy. `onLoad` receives their files, also when the import fails.
 */
export async function importModule(
  file: string,
  onLoad?: (files: readonly string[]) => void,
): Promise<Readonly<Record<string, unknown>>> {
  const jiti = createJiti(import.meta.url, OPTIONS);
  const before = new Set(Object.keys(jiti.cache));
  try {
    return (await load(jiti, file)) as Readonly<Record<string, unknown>>;
  } finally {
    const loaded = Object.keys(jiti.cache).filter((module) => !before.has(module) && !NODE_MODULES.test(module));
    for (const module of loaded) delete jiti.cache[module];
    onLoad?.(loaded);
  }
}

/** The default export of a configuration. It may import this package where that is not installed, as under `npx`. */
export async function importConfig(file: string): Promise<unknown> {
  const virtualModules = { [readPackage().name]: { defineConfig } };
  const loaded = await load(createJiti(import.meta.url, { ...OPTIONS, moduleCache: false, virtualModules }), file);
  const exported = loaded as { default?: unknown };
  // jiti adds a default of its own, which a module without one does not have. CommonJS exports the configuration itself.
  if (Object.hasOwn(exported, 'default')) return exported.default;
  return Object.hasOwn(exported, '__esModule') ? undefined : exported;
}

async function load(jiti: Jiti, file: string): Promise<unknown> {
  try {
    // As `require` does: Node would evaluate an ES module only once.
    return jiti(file) as unknown;
  } catch (error) {
    if (!mayAwait(error as NodeJS.ErrnoException)) throw error;
    return jiti.import(file);
  }
}

/** Outside of asynchronous code, `await` is an error of the syntax, with many messages: a real one fails again. */
function mayAwait(error: Partial<NodeJS.ErrnoException> | undefined): boolean {
  return error?.code === 'ERR_REQUIRE_ASYNC_MODULE' || error?.name === 'SyntaxError';
}

/** Why a module cannot be loaded, with the file, the line and the column where they are known; without a stack. */
export function describeModuleError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [message = '', second = '', third = ''] = error.message.split('\n');
  if (message.startsWith('ParseError: '))
    return `${message.slice('ParseError: '.length).trim()} (${shortPath(second.trim())})`;
  if (second === 'Require stack:') return `${message} (${shortPath(third.replace(/^- /, ''))})`;
  const frame = findFrame(error);
  return frame === undefined ? error.message : `${error.message} (${shortPath(frame)})`;
}

/**
 * The position in the innermost module that is neither Node's nor a package. Of a module that was compiled, which its path and not a URL
 * names, only the line is that of its source.
 */
function findFrame({ stack = '' }: Error): string | undefined {
  const frames = [...stack.matchAll(/^ {4}at (?:.*\()?((?:file:\/\/)?[^()\n]*[\\/][^()\n]*:\d+:\d+)\)?$/gm)];
  const frame = frames.map((match) => match[1]!).find((place) => !/node:|[\\/]node_modules[\\/]/.test(place));
  return frame?.startsWith('file:') ? fileURLToPath(frame) : frame?.replace(/:\d+$/, '');
}

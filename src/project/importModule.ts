import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Jiti, createJiti } from 'jiti';
import { defineConfig } from '../gateway/PorticoConfig.ts';
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
export function describeModuleError(error: unknown, cwd = process.cwd()): string {
  if (!(error instanceof Error)) return String(error);
  const [message = '', ...rest] = error.message.split('\n');
  const [, reason, at] = /^ParseError: (.*?)\s*\n\s*(\S.*:\d+:\d+)/s.exec(error.message) ?? [];
  if (at !== undefined) return `${reason} (${shorten(at, cwd)})`;
  if (rest[0] === 'Require stack:') {
    const importer = rest[1]?.replace(/^- /, '') ?? '';
    return `${message.replace(`${cwd}${path.sep}`, '')} (${shorten(importer, cwd)})`;
  }
  const frame = findFrame(error);
  return frame === undefined ? error.message : `${error.message} (${shorten(frame, cwd)})`;
}

/**
 * The position in the innermost module that is neither Node's nor a package. Of a module that was compiled, which its path and not a URL
 * names, only the line is that of its source.
 */
function findFrame({ stack = '' }: Error): string | undefined {
  const frames = [...stack.matchAll(/^ {4}at (?:.*\()?((?:file:\/\/)?\/?[^()]*?:\d+:\d+)\)?$/gm)].map(
    (match) => match[1]!,
  );
  const frame = frames.find((candidate) => /[\\/]/.test(candidate) && !/node:|[\\/]node_modules[\\/]/.test(candidate));
  return frame?.startsWith('file:') ? fileURLToPath(frame) : frame?.replace(/:\d+$/, '');
}

function shorten(file: string, cwd: string): string {
  return file.startsWith(cwd + path.sep) ? file.slice(cwd.length + 1) : file;
}

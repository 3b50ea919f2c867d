import { fileURLToPath } from 'node:url';
import { type Jiti, createJiti } from 'jiti';
import { shortPath } from '../gateway/base/errors/Diagnostic.ts';
import { readPackage } from './readPackage.ts';

const NODE_MODULES = /[\\/]node_modules[\\/]/;

/** Modules that are evaluated together: one that several of them import is evaluated once, as in a program. */
export interface Modules {
  /** Imports a module in JavaScript or TypeScript, with what it imports, on every version of Node. */
  import(file: string): Promise<Readonly<Record<string, unknown>>>;
  /** Ends the evaluation: others evaluate the same files again. Returns the files, also of imports that failed. */
  close(): readonly string[];
}

/**
 * Opens modules. Those of `node_modules` are evaluated once: `graphql` has one copy. They may import this package where that is not
 * installed, as under `npx`.
 */
export async function openModules(): Promise<Modules> {
  const portico = await import('../gateway/index.ts');
  // Without a cache of files nothing is written, and nothing is executed that others of the machine may have written.
  const jiti = createJiti(import.meta.url, { fsCache: false, virtualModules: { [readPackage().name]: portico } });
  const before = new Set(Object.keys(jiti.cache));
  return {
    import: async (file) => (await load(jiti, file)) as Readonly<Record<string, unknown>>,
    close: () => {
      const loaded = Object.keys(jiti.cache).filter((module) => !before.has(module) && !NODE_MODULES.test(module));
      for (const module of loaded) delete jiti.cache[module];
      return loaded;
    },
  };
}

/** Calls a function with modules, which are closed after it where they are its own. */
export async function withModules<Result>(
  opened: Modules | undefined,
  use: (modules: Modules) => Promise<Result>,
): Promise<Result> {
  const modules = opened ?? (await openModules());
  try {
    return await use(modules);
  } finally {
    if (!opened) modules.close();
  }
}

/** The default export of a configuration; CommonJS exports the configuration itself. */
export async function importConfig(file: string, modules?: Modules): Promise<unknown> {
  const exported = await withModules(modules, async (opened) => opened.import(file));
  // jiti adds a default of its own, which a module without one does not have.
  if (Object.hasOwn(exported, 'default')) return exported['default'];
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

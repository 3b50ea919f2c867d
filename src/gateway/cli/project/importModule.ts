import { createRequire } from 'node:module';
import { createJiti } from 'jiti';
import { defineConfig } from '../../PorticoConfig.ts';

/**
 * Modules that are loaded again must be evaluated again, and those of `node_modules` must not: `graphql` has one copy. Without a
 * cache of files nothing is written, and nothing is executed that others of the machine may have written.
 */
const OPTIONS = { moduleCache: false, fsCache: false, virtualModules: {} };

/** Imports a module in JavaScript or TypeScript, with what it imports, on every version of Node. */
export async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  return load(file, OPTIONS) as Promise<Readonly<Record<string, unknown>>>;
}

/** The default export of a configuration. It may import `portico` where that is not installed, as under `npx`. */
export async function importConfig(file: string): Promise<unknown> {
  const loaded = (await load(file, { ...OPTIONS, virtualModules: { portico: { defineConfig } } })) as object;
  return 'default' in loaded ? loaded.default : loaded;
}

async function load(file: string, options: typeof OPTIONS): Promise<unknown> {
  const jiti = createJiti(import.meta.url, options);
  const { cache } = createRequire(import.meta.url);
  const before = new Set(Object.keys(cache));
  try {
    // As `require` does: Node would evaluate an ES module only once.
    return jiti(file) as unknown;
  } catch (error) {
    if (!hasTopLevelAwait(error as NodeJS.ErrnoException)) throw error;
    return await jiti.import(file);
  } finally {
    // jiti leaves CommonJS modules, and so their caching, to Node.
    const loaded = Object.keys(cache).filter((each) => !before.has(each) && !/[\\/]node_modules[\\/]/.test(each));
    for (const each of loaded) delete cache[each];
  }
}

function hasTopLevelAwait(error: Partial<NodeJS.ErrnoException> | undefined): boolean {
  return error?.code === 'ERR_REQUIRE_ASYNC_MODULE' || error?.message?.startsWith('await is only valid') === true;
}

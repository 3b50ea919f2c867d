import { createJiti } from 'jiti';
import { defineConfig } from '../../PorticoConfig.ts';

const NODE_MODULES = /[\\/]node_modules[\\/]/;

/**
 * Imports a module in JavaScript or TypeScript, with what it imports, on every version of Node. They are evaluated again each
 * time, but not those of `node_modules`: `graphql` has one copy. `onLoad` receives their files, also when the import fails.
 */
export async function importModule(
  file: string,
  onLoad?: (files: readonly string[]) => void,
): Promise<Readonly<Record<string, unknown>>> {
  const jiti = createJiti(import.meta.url, { virtualModules: {} });
  const before = new Set(Object.keys(jiti.cache));
  try {
    return await jiti.import(file);
  } finally {
    const loaded = Object.keys(jiti.cache).filter((each) => !before.has(each) && !NODE_MODULES.test(each));
    for (const each of loaded) delete jiti.cache[each];
    onLoad?.(loaded);
  }
}

/** The default export of a configuration. It may import `portico` where that is not installed, as under `npx`. */
export async function importConfig(file: string): Promise<unknown> {
  const virtualModules = { portico: { defineConfig } };
  return createJiti(import.meta.url, { moduleCache: false, virtualModules }).import(file, { default: true });
}

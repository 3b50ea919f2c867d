import { createJiti } from 'jiti';
import { defineConfig } from '../../PorticoConfig.ts';

/** Modules that are loaded again must be evaluated again, and those of `node_modules` must not: `graphql` has one copy. */
const OPTIONS = { moduleCache: false, virtualModules: {} };

/** Imports a module in JavaScript or TypeScript, with what it imports, on every version of Node. */
export async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  return createJiti(import.meta.url, OPTIONS).import(file);
}

/** The default export of a configuration. It may import `portico` where that is not installed, as under `npx`. */
export async function importConfig(file: string): Promise<unknown> {
  const virtualModules = { portico: { defineConfig } };
  return createJiti(import.meta.url, { ...OPTIONS, virtualModules }).import(file, { default: true });
}

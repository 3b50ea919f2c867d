import { readFileSync } from 'node:fs';
import { GraphQLSchema, assertValidSchema } from 'graphql';
import { shortPath } from '../gateway/base/errors/Diagnostic.ts';
import { readSchemaFile } from '../gateway/execute/remote/readSchemaFile.ts';
import type { Modules } from './importModule.ts';

const MODULE = /\.[cm]?[jt]s$/;

/** Whether a file of `--schema` is a module that exports an executable schema. */
export function isModule(file: string): boolean {
  return MODULE.test(file);
}

/**
 * Reads SDL or an introspection, or imports a module: with other modules, or by itself. Throws as `readSchemaFile` does.
 */
export async function loadSchema(file: string, modules?: Modules): Promise<GraphQLSchema> {
  if (!isModule(file)) return readSchemaFile({ file, access: true });
  const shown = shortPath(file);
  const found = await importSchema(file, modules).catch(async (error: unknown) => {
    const { describeModuleError } = await import('./importModule.ts');
    throw new Error(`${shown} cannot be loaded: ${describeModuleError(error)}`, { cause: error });
  });
  if (!(found instanceof GraphQLSchema)) throw new Error(`${shown} ${describeOther(found)}`);
  try {
    assertValidSchema(found);
  } catch (cause) {
    throw new Error(`${shown} is not a valid GraphQL schema. ${(cause as Error).message}`, { cause });
  }
  return found;
}

/** What a module exports as `schema`, or by default, alone or as a part of a configuration; a promise of it as well. */
async function importSchema(file: string, modules?: Modules): Promise<unknown> {
  readFileSync(file);
  const { withModules } = await import('./importModule.ts');
  // A CommonJS module that is a promise is awaited by the import.
  const loaded = await withModules(modules, async (opened) => opened.import(file));
  const exported = [loaded['schema'], loaded['default'], loaded].find((each) => each !== undefined);
  const { schema } = (exported ?? {}) as { schema?: unknown };
  // Of a configuration.
  return isSchema(schema) ? schema : exported;
}

/** Whether a value is a schema, of whichever copy of graphql. */
export function isSchema(value: unknown): value is GraphQLSchema {
  return Object.prototype.toString.call(value) === '[object GraphQLSchema]';
}

function describeOther(found: unknown): string {
  return isSchema(found)
    ? 'exports a schema of another copy of the package graphql. Install Portico in the project of the schema, and use its npx: npm install portico, then npx portico. npm ls graphql must list one copy.'
    : 'must export a GraphQLSchema as schema, or by default.';
}

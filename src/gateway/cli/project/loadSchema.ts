import { readFileSync } from 'node:fs';
import { GraphQLSchema } from 'graphql';
import { readSchemaFile } from '../../execution/remote/readSchemaFile.ts';

const MODULE = /\.[cm]?[jt]s$/;

/** Whether a file of `--schema` is a module that exports an executable schema. */
export function isModule(file: string): boolean {
  return MODULE.test(file);
}

/**
 * Reads SDL or an introspection, or imports a module; `onLoad` receives its files. Throws an error that names the file where it
 * has no valid schema.
 */
export async function loadSchema(file: string, onLoad?: (files: readonly string[]) => void): Promise<GraphQLSchema> {
  if (!isModule(file)) return readSchemaFile({ file, access: true });
  readFileSync(file);
  const { importModule } = await import('./importModule.ts');
  const { schema, default: byDefault } = await importModule(file, onLoad);
  const found = [schema, byDefault].find((each) => each !== undefined);
  if (found instanceof GraphQLSchema) return found;
  const other = Object.prototype.toString.call(found) === '[object GraphQLSchema]';
  throw new Error(
    other
      ? `${file} exports a schema of another copy of the package graphql. Install portico in the same project: npm install portico.`
      : `${file} must export a GraphQLSchema as schema, or by default.`,
  );
}

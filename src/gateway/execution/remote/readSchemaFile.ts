import { readFileSync } from 'node:fs';
import { type GraphQLSchema, type IntrospectionQuery, assertValidSchema, buildClientSchema } from 'graphql';
import { shortPath } from '../../errors/Diagnostic.ts';
import { type ApiSchemaOptions, readApiSchema } from './readApiSchema.ts';

/**
 * Reads the file of `--schema`: SDL, or the JSON of an introspection, with or without its `data`. Throws an error that names the
 * file if it cannot be read or is not a schema.
 */
export function readSchemaFile({ file, access }: ApiSchemaOptions): GraphQLSchema {
  let sdl: string;
  try {
    // Without the byte order mark that PowerShell writes, which is not JSON.
    sdl = new TextDecoder().decode(readFileSync(file));
  } catch (cause) {
    const [reason] = (cause as Error).message.split(', ', 1);
    throw new Error(`The schema ${shortPath(file)} cannot be read. ${reason}.`, { cause });
  }
  const shown = shortPath(file);
  return file.endsWith('.json') ? readIntrospection(sdl, shown) : readApiSchema(sdl, { file: shown, access });
}

function readIntrospection(json: string, file: string): GraphQLSchema {
  try {
    const result = JSON.parse(json) as IntrospectionQuery & { data?: IntrospectionQuery };
    const introspection = result.data ?? result;
    // The message of graphql-js would contain the whole file.
    if (introspection.__schema === undefined) throw new Error('It must have the property __schema, or data.__schema.');
    const schema = buildClientSchema(introspection);
    assertValidSchema(schema);
    return schema;
  } catch (cause) {
    throw new Error(`${file} is not the result of an introspection. ${(cause as Error).message}`, { cause });
  }
}

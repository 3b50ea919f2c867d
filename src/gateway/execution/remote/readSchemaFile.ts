import { readFileSync } from 'node:fs';
import { type GraphQLSchema, type IntrospectionQuery, assertValidSchema, buildClientSchema } from 'graphql';
import { shortPath } from '../../errors/Diagnostic.ts';
import { type ApiSchemaOptions, readApiSchema } from './readApiSchema.ts';

/**
 * Reads the file of `--schema`: SDL, or the JSON of an introspection, with or without its `data`. Throws an error that names the
 * file if it cannot be read or is not a schema.
 */
export function readSchemaFile({ file, access }: ApiSchemaOptions): GraphQLSchema {
  const shown = shortPath(file);
  const sdl = readText(file, shown);
  return file.endsWith('.json') ? readIntrospection(sdl, shown) : readApiSchema(sdl, { file: shown, access });
}

function readText(file: string, shown: string): string {
  try {
    // Without the byte order mark that PowerShell writes, which is not JSON.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const [failure] = message.split(', ', 1);
    const reason =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? 'It is not a text in UTF-8; it may be compressed, or UTF-16'
        : failure;
    throw new Error(`The schema ${shown} cannot be read. ${reason}.`, { cause });
  }
}

type Introspection = Partial<IntrospectionQuery>;

function hasSchema(introspection: Introspection | null): introspection is IntrospectionQuery {
  return typeof introspection?.__schema === 'object' && introspection.__schema !== null;
}

function readIntrospection(json: string, file: string): GraphQLSchema {
  try {
    const result = JSON.parse(json) as (Introspection & { data?: Introspection }) | null;
    const introspection = result?.data ?? result;
    // The message of graphql-js would contain the whole file.
    if (!hasSchema(introspection)) throw new Error('It must have the property __schema, or data.__schema.');
    const schema = buildClientSchema(introspection);
    assertValidSchema(schema);
    return schema;
  } catch (cause) {
    // graphql-js checks little of an introspection.
    const reason = cause instanceof TypeError ? 'It is not complete.' : (cause as Error).message;
    throw new Error(`${file} is not the result of an introspection. ${reason}`, { cause });
  }
}

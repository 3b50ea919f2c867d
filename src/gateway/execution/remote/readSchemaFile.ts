import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { type ApiSchemaOptions, readApiSchema } from './readApiSchema.ts';

/** Reads the SDL file of `--schema`. Throws an error that names the file if it cannot be read or is not a schema. */
export function readSchemaFile({ file, access }: ApiSchemaOptions): GraphQLSchema {
  let sdl: string;
  try {
    sdl = readFileSync(file, 'utf8');
  } catch (cause) {
    const [reason] = (cause as Error).message.split(', ', 1);
    throw new Error(`--schema: the file ${file} cannot be read. ${reason}.`, { cause });
  }
  return readApiSchema(sdl, { file, access });
}

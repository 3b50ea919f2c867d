import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { type ApiSchemaOptions, readApiSchema } from './readApiSchema.ts';

/** Reads the SDL in the file of `--schema`; throws an error that names both where it cannot be read, or is no schema. */
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

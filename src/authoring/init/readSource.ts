// The argument of init → the schema, and the file that has it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type GraphQLSchema, printSchema } from 'graphql';
import { type IntrospectionError, introspectUpstream } from '../../gateway/execute/remote/introspectUpstream.ts';
import { readApiSchema } from '../../gateway/execute/remote/readSchemaFile.ts';
import { UsageError } from '../../project/UsageError.ts';
import { loadSchema } from '../../project/loadSchema.ts';
import { readUpstream } from '../../project/readSources.ts';
import type { Source } from './Setup.ts';

const SCHEMA_FILE = 'schema.graphql';

/**
 * Reads a schema file, or introspects a URL with these headers (`Name: value`); `folder` is that of the project. Throws a UsageError where
 * the file does not exist, or where the existing schema file differs from the introspected schema.
 */
export async function readSource(source: string, headers: readonly string[], folder: string): Promise<Source> {
  return isUrl(source) ? introspect(source, headers, folder) : readFile(source, folder);
}

async function readFile(source: string, folder: string): Promise<Source> {
  const absolute = path.resolve(folder, source);
  if (!existsSync(absolute)) throw new UsageError(`The schema file ${source} does not exist.`);
  return { schema: await loadSchema(absolute), file: path.relative(folder, absolute).replaceAll(path.sep, '/') };
}

async function introspect(url: string, headers: readonly string[], folder: string): Promise<Source> {
  const upstream = readUpstream(url, headers);
  const sdl = `${printSchema(await introspectWithHint(upstream))}\n`;
  const file = path.join(folder, SCHEMA_FILE);
  const written = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  if (written !== undefined && written !== sdl) {
    throw new UsageError(
      `${SCHEMA_FILE} already exists, with a schema other than that of ${url}. Rename or remove it, or use it: portico init ${SCHEMA_FILE} --upstream ${url}`,
    );
  }
  const schema = readApiSchema(sdl, { file: SCHEMA_FILE, access: true });
  return { schema, file: SCHEMA_FILE, upstream: url, ...(written === undefined && { sdl }) };
}

async function introspectWithHint(upstream: Parameters<typeof introspectUpstream>[0]): Promise<GraphQLSchema> {
  try {
    return await introspectUpstream(upstream);
  } catch (cause) {
    const { problem, remedy } = cause as IntrospectionError;
    if (remedy === 'url') throw cause;
    const { origin, pathname } = upstream.url;
    const credentials =
      remedy === 'credentials' ? 'If it needs credentials, pass --upstream-header "Authorization: …". ' : '';
    throw new Error(
      `${problem}\n${credentials}Without introspection, pass the schema as a file: portico init schema.graphql --upstream ${origin}${pathname}`,
      { cause },
    );
  }
}

/** Whether the argument of `init` is the URL of a GraphQL API rather than a file. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

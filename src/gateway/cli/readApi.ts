import path from 'node:path';
import type { Settings } from '../config/Settings.ts';
import { compileApi } from '../compile/compileApi.ts';
import type { Api } from './Api.ts';
import { checkPaths } from './checkPaths.ts';
import type { DefaultApi } from './DefaultApi.ts';
import { UsageError } from './UsageError.ts';

/** The API that a command reads; without options the default API. */
export interface ApiOptions {
  /** A file with the SDL or the supergraph. */
  schema?: string;
  /** The folder of endpoint documents. */
  endpoints?: string;
}

/**
 * Compiles an API, and opens nothing. Throws a UsageError for incomplete options, and a
 * DocumentError that lists every problem of the endpoint documents.
 */
export async function readApi(settings: Settings, options: ApiOptions, defaults?: DefaultApi): Promise<Api> {
  const { schema: file, endpoints } = options;
  if (isDefault(options, defaults)) {
    const schema = await defaults.loadSchema();
    const plan = compileApi(defaults.endpoints, schema);
    return { schema, plan, publisher: defaults.createPublisher(settings) };
  }
  if (file === undefined || endpoints === undefined) throw new UsageError(describeMissing(options));
  checkPaths(options);
  const { readSchemaFile } = await import('../execution/remote/readSchemaFile.ts');
  const schema = readSchemaFile({ file, access: true });
  return { schema, plan: compileApi(endpoints, schema) };
}

/** Whether the options name the default API: neither is given, or only `--endpoints` with the default folder. */
export function isDefault({ schema, endpoints }: ApiOptions, defaults?: DefaultApi): defaults is DefaultApi {
  if (!defaults || schema !== undefined) return false;
  return endpoints === undefined || path.resolve(endpoints) === path.resolve(defaults.endpoints);
}

function describeMissing({ schema, endpoints }: ApiOptions): string {
  if (schema !== undefined)
    return '--schema requires --endpoints: the folder of the endpoint documents for that schema.';
  if (endpoints !== undefined)
    return '--endpoints requires --schema: a file with the SDL or the supergraph that the endpoint documents query.';
  return '--schema and --endpoints are required: a file with an SDL or a supergraph, and the folder of its endpoint documents.';
}

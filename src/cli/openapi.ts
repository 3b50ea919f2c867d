import type { Schema } from '../gateway/describe/openapi/Schema.ts';
import { UsageError } from '../project/UsageError.ts';
import { writeJson } from '../gateway/http/losslessJson.ts';

/** The OpenAPI document of a version, or of the unversioned paths, as it is served. */
export function openapi(documents: ReadonlyMap<string, Schema>, version: string | undefined): string {
  return writeJson(selectDocument(documents, version, 'portico openapi'), 2);
}

/** The document of a version, or of the unversioned paths; `command` is the one that lists the others in a UsageError. */
export function selectDocument(
  documents: ReadonlyMap<string, Schema>,
  version: string | undefined,
  command: string,
): Schema {
  const path = version === undefined ? '/openapi.json' : `/v${version.replace(/^v/, '')}/openapi.json`;
  const document = documents.get(path);
  if (!document) {
    const versions = [...documents.keys()].map((key) => /^\/v(\d+)/.exec(key)?.[1]);
    const commands = versions.map((number) => `"${command}${number === undefined ? '' : ` --version ${number}`}"`);
    throw new UsageError(`${path} does not exist. Available: ${commands.join(', ')}.`);
  }
  return document;
}

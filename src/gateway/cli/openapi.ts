import type { Api } from './Api.ts';
import { UsageError } from './UsageError.ts';

/** The OpenAPI document of a version, or of the unversioned paths, as JSON. Throws a UsageError for an unknown version. */
export function openapi({ rest }: Api, version: string | undefined): string {
  const path = version === undefined ? '/openapi.json' : `/v${version.replace(/^v/, '')}/openapi.json`;
  const document = rest.openApi.get(path);
  if (!document) {
    const versions = [...rest.openApi.keys()].map((each) => /^\/v(\d+)/.exec(each)?.[1]);
    const commands = versions.map((each) => `"portico openapi${each === undefined ? '' : ` --version ${each}`}"`);
    throw new UsageError(`The document ${path} does not exist; available documents: ${commands.join(', ')}.`);
  }
  return JSON.stringify(document, null, 2);
}

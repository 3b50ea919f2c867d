import type { Api } from './Api.ts';
import { ArgumentError } from './ArgumentError.ts';

/** The OpenAPI document of a version, or of the unversioned paths, as it is served. */
export function openapi({ rest }: Api, version: string | undefined): string {
  const place = version === undefined ? '/openapi.json' : `/v${version.replace(/^v/, '')}/openapi.json`;
  const document = rest.openApi.get(place);
  if (!document) {
    const offered = [...rest.openApi.keys()].map((each) => /^\/v(\d+)/.exec(each)?.[1]);
    const commands = offered.map((each) => `"portico openapi${each === undefined ? '' : ` --version ${each}`}"`);
    throw new ArgumentError(`There is no ${place}. There is: ${commands.join(', ')}.`);
  }
  return JSON.stringify(document, null, 2);
}

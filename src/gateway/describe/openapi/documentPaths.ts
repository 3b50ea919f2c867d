import { DEFAULT_API } from '../../plan/conventions/apiProperties.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';

/** The path of the document of the unversioned paths, below the base path. */
export const UNVERSIONED_PATH = '/openapi.json';

/** The path of the document of a version, below the base path. */
export const versionPath = (number: number): string => `/v${number}/openapi.json`;

/** The paths of the OpenAPI documents of an API, which `describeApi` describes. */
export function documentPaths({ versions, api: { versioning } = DEFAULT_API }: ApiPlan): string[] {
  return [
    ...(versioning === 'header' ? [] : versions.map(({ number }) => versionPath(number))),
    ...(versioning === 'path' ? [] : [UNVERSIONED_PATH]),
  ];
}

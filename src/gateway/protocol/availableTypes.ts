import { vendorType } from './vendorType.ts';
import type { VersionSettings } from './VersionSettings.ts';

/** The media types of an API, as an error message lists them; `produces` are those of an endpoint. */
export function availableTypes(
  { apiName, versions, versioning }: Omit<VersionSettings, 'defaultVersion'>,
  produces: readonly string[] = ['application/json'],
): string {
  const vendor = versioning === 'path' ? [] : versions.map((version) => vendorType(apiName, version));
  return [...produces, ...vendor].join(', ');
}

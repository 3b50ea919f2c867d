import { vendorType } from './vendorType.ts';
import type { VersionSettings } from './VersionSettings.ts';

/** The media types of an API, as an error message lists them. */
export function availableTypes({ apiName, versions, versioning }: Omit<VersionSettings, 'defaultVersion'>): string {
  const vendor = versioning === 'path' ? [] : versions.map((version) => vendorType(apiName, version));
  return ['application/json', ...vendor].join(', ');
}

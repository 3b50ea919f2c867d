import { ServiceError } from '../errors/ServiceError.ts';
import type { Preference, VersionSettings } from './readPreference.ts';
import { vendorType } from '../protocol/vendorType.ts';

/** Throws NOT_ACCEPTABLE where Accept names nothing that is made here by the version that answers. */
export function refuseUnacceptable(
  preference: Preference,
  { apiName, versions, versioning }: VersionSettings,
  version: number,
): void {
  if (preference.kind === 'json') return;
  if (preference.kind === 'anyVendor' && preference.versions.includes(version)) return;
  const vendor = versioning === 'path' ? [] : versions.map((each) => vendorType(apiName, each));
  const known = ['application/json', ...vendor].join(', ');
  const reason =
    preference.kind === 'unknownVersion'
      ? `There is no version ${preference.version.slice(0, 20)}`
      : 'None of the media types in Accept is made here';
  throw new ServiceError('NOT_ACCEPTABLE', `${reason}; accept ${known}.`);
}

import { truncate } from '../errors/truncate.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import { availableTypes } from './availableTypes.ts';
import type { Preference } from './readPreference.ts';
import type { VersionSettings } from './VersionSettings.ts';

/** Throws NOT_ACCEPTABLE where Accept excludes every media type of this version. See RFC 9110, section 15.5.7. */
export function assertAcceptable(
  preference: Preference,
  settings: VersionSettings,
  version: number,
  produces?: readonly string[],
): void {
  if (preference.kind === 'json') return;
  if (preference.kind === 'anyVendor' && preference.versions.includes(version)) return;
  const reason =
    preference.kind === 'unknownVersion'
      ? `Version ${truncate(preference.version, 20)} does not exist`
      : 'Not acceptable';
  throw new ServiceError('NOT_ACCEPTABLE', `${reason}; available media types: ${availableTypes(settings, produces)}`);
}

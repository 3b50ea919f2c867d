import { parseAccept, qualityOf } from './parseAccept.ts';
import type { Preference } from './readPreference.ts';
import { vendorType } from './vendorType.ts';
import type { VersionSettings } from './VersionSettings.ts';

/** What decides about the media type of a success. */
export interface MediaTypeChoice {
  preference: Preference;
  /** That of the endpoint. */
  version: number;
  accept?: string | undefined;
  /** The version that Content-Type names, where the path names none. */
  bodyVersion?: number | undefined;
  /** The type that `selectProducedType` has found; absent: `application/json` or the vendor type of a version. */
  produced?: string | undefined;
}

/**
 * The media type of a success: the vendor type where Accept names it, or accepts no other. It is also the vendor type where
 * the media type of the body alone chose a version other than the default, unless Accept excludes it: `application/json` of
 * an unversioned path is promised to be the default version.
 */
export function selectMediaType(
  { preference, version, accept, bodyVersion, produced }: MediaTypeChoice,
  { apiName, defaultVersion }: Pick<VersionSettings, 'apiName' | 'defaultVersion'>,
): string {
  const plain = produced ?? 'application/json';
  if (produced === undefined && preference.kind === 'anyVendor') return vendorType(apiName, version);
  if (preference.kind === 'json' && preference.version !== undefined) {
    return produced ?? vendorType(apiName, preference.version);
  }
  if (bodyVersion === undefined || bodyVersion === defaultVersion) return plain;
  const vendor = vendorType(apiName, bodyVersion);
  return qualityOf(parseAccept(accept), vendor) > 0 ? vendor : plain;
}

// The media type of a response.
import { ServiceError } from '../base/errors/ServiceError.ts';
import { truncate } from '../base/errors/nearNames.ts';
import { byPreference, essenceOf, isAccepted, isJsonType, parseAccept, qualityOf, rangeFor } from './mediaTypes.ts';
import { type Preference, type VersionSettings, availableTypes, vendorType } from './versions.ts';

/** What Accept asks for, and the version that responds. */
interface AcceptedTypes {
  preference: Preference;
  version: number;
  accept?: string | undefined;
}

/**
 * The media type of a success among those that an endpoint produces, and the vendor type of its version where Accept names that:
 * by quality, then a full type before a wildcard, then by position. The first type of JSON also answers `application/json`.
 * Undefined for an endpoint that produces only `application/json`. Throws NOT_ACCEPTABLE. See RFC 9110, section 12.5.1.
 */
export function selectProducedType(
  produces: readonly string[] | undefined,
  { preference, version, accept }: AcceptedTypes,
  settings: VersionSettings,
): string | undefined {
  const { kind } = preference;
  const isVendor = kind === 'anyVendor' && preference.versions.includes(version);
  if (!produces) {
    if (kind === 'json' || isVendor) return undefined;
    throw notAcceptableError(preference, settings);
  }
  const ranges = parseAccept(accept);
  const isNamed = kind === 'json' && preference.version !== undefined;
  const types = [...produces, ...(isNamed ? [vendorType(settings.apiName, version)] : [])];
  const ranked = types.map((type) => ({ type, range: rangeFor(ranges, essenceOf(type)) }));
  const [best] = ranked
    .flatMap(({ type, range }) => (isAccepted(range) ? [{ type, range }] : []))
    .sort((one, other) => byPreference(one.range, other.range));
  if (best) return best.type;
  const first = ranked.find(({ type, range }) => range === undefined && isJsonType(type));
  if (kind === 'json' && first) return first.type;
  if (isVendor) return vendorType(settings.apiName, version);
  throw notAcceptableError(preference, settings, produces);
}

/** Accept excludes every media type of this version. See RFC 9110, section 15.5.7. */
function notAcceptableError(
  preference: Preference,
  settings: VersionSettings,
  produces?: readonly string[],
): ServiceError {
  const reason =
    preference.kind === 'unknownVersion'
      ? `Version ${truncate(preference.version, 20)} does not exist`
      : 'Not acceptable';
  return new ServiceError('NOT_ACCEPTABLE', `${reason}; available media types: ${availableTypes(settings, produces)}`);
}

/** What decides about the media type of a success. The version is that of the endpoint. */
interface MediaTypeChoice extends AcceptedTypes {
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

// The versions of an API and their media types: what Accept and Content-Type ask for. What is wrong is data at first, and thrown
// when its turn in the order of checks has come.
import { ServiceError } from '../base/errors/ServiceError.ts';
import { truncate } from '../base/errors/nearNames.ts';
import {
  type MediaRange,
  byPreference,
  isAccepted,
  parseAccept,
  parseMediaType,
  rangeFor,
  specificity,
} from './mediaTypes.ts';

/** How a client may choose the version of an API. */
export type Versioning = 'path' | 'header' | 'both';

/** The versions of an API and their media types. */
export interface VersionSettings {
  /** The `<name>` of `application/vnd.<name>.v<N>+json`. */
  apiName: string;
  defaultVersion: number;
  versioning: Versioning;
  /** All versions that exist. */
  versions: readonly number[];
}

/** What Accept asks for. */
export type Preference =
  /** `version` is undefined for plain JSON. */
  | { kind: 'json'; version: number | undefined }
  /** No plain JSON, but, by a wildcard, the vendor types of these versions: the response has that of its own version. */
  | { kind: 'anyVendor'; versions: readonly number[] }
  | { kind: 'unknownVersion'; version: string }
  | { kind: 'unacceptable' };

const PLAIN: Preference = { kind: 'json', version: undefined };

/** The preferred one of the available media types: by quality, then a full type before a wildcard, then by position. */
export function readPreference(accept: string | undefined, settings: VersionSettings): Preference {
  if (accept === undefined || accept === '*/*') return PLAIN;
  const ranges = parseAccept(accept);
  const choices = findChoices(ranges, settings);
  const [first] = choices;
  if (!first) return readFallback(ranges, settings);
  if (first.preference.kind !== 'unknownVersion') return first.preference;
  // Instead of a version that does not exist, another type that is named counts, but not a wildcard.
  const named = choices.find(({ preference, range }) => preference.kind === 'json' && specificity(range) === 3);
  return named?.preference ?? first.preference;
}

/** Plain JSON and the vendor types that are named, the preferred one first. */
function findChoices(ranges: readonly MediaRange[], { apiName, versioning, versions }: VersionSettings) {
  const plain = rangeFor(ranges, 'application/json');
  const choices = plain ? [{ range: plain, preference: PLAIN }] : [];
  for (const range of versioning === 'path' ? [] : ranges) {
    const version = vendorVersion(range, apiName);
    if (version === undefined) continue;
    const number = versions.find((existing) => String(existing) === version);
    const preference: Preference =
      number === undefined ? { kind: 'unknownVersion', version } : { kind: 'json', version: number };
    choices.push({ range, preference });
  }
  return choices.filter(({ range }) => isAccepted(range)).sort((one, other) => byPreference(one.range, other.range));
}

/** What a client that names none of the types accepts by a wildcard, or by the type of errors. */
function readFallback(ranges: readonly MediaRange[], { apiName, versioning, versions }: VersionSettings): Preference {
  const accepted = versions.filter((version) => isAccepted(rangeFor(ranges, vendorType(apiName, version))));
  if (versioning !== 'path' && accepted.length > 0) return { kind: 'anyVendor', versions: accepted };
  // A client that only names the type of errors takes the ordinary type of success.
  const problem = rangeFor(ranges, 'application/problem+json');
  return problem && isAccepted(problem) && specificity(problem) === 3 ? PLAIN : { kind: 'unacceptable' };
}

/**
 * The version that Content-Type names: `version` where it exists, otherwise `unknown`, as it is written there. Undefined for
 * any other media type, vendor types of other APIs included, and where only paths choose the version.
 */
export type BodyVersion = { version: number } | { version: undefined; unknown: string } | undefined;

/** Methods that have a body. See RFC 9110, section 9.3. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reads the version of a request body. Throws nothing. */
export function readBodyVersion(
  method: string,
  contentType: string | undefined,
  { apiName, versioning, versions }: VersionSettings,
): BodyVersion {
  if (contentType === undefined || contentType === 'application/json' || versioning === 'path') return undefined;
  if (!WITH_BODY.has(method)) return undefined;
  const mediaType = parseMediaType(contentType);
  const named = mediaType && vendorVersion(mediaType, apiName);
  if (named === undefined) return undefined;
  const version = versions.find((existing) => String(existing) === named);
  return version === undefined ? { version, unknown: named } : { version };
}

/** Throws BAD_REQUEST where two of path, Accept and Content-Type name different versions. */
export function assertVersionsAgree(
  preference: Preference,
  pathVersion: number | undefined,
  bodyVersion?: BodyVersion,
): void {
  const accepted = preference.kind === 'json' ? preference.version : undefined;
  const version = pathVersion ?? accepted ?? bodyVersion?.version;
  if ((accepted ?? version) === version && (bodyVersion?.version ?? version) === version) return;
  const named = [
    { by: 'The path', version: pathVersion },
    { by: 'Accept', version: accepted },
    { by: 'Content-Type', version: bodyVersion?.version },
  ].filter(({ version: number }) => number !== undefined);
  const [first] = named;
  const other = named.find(({ version: number }) => number !== first!.version);
  const message = `${first!.by} names version ${first!.version}, but ${other!.by} names version ${other!.version}.`;
  throw new ServiceError('BAD_REQUEST', message);
}

/** Throws UNSUPPORTED_MEDIA_TYPE where Content-Type names a version that does not exist. See RFC 9110, section 15.5.16. */
export function assertKnownBodyVersion(body: BodyVersion, settings: VersionSettings): void {
  if (!body || body.version !== undefined) return;
  const message = `Content-Type names version ${truncate(body.unknown, 20)}, which does not exist`;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `${message}; supported media types: ${availableTypes(settings)}`);
}

/** The media types of an API, as an error message lists them; `produces` are those of an endpoint. */
export function availableTypes(
  { apiName, versions, versioning }: Omit<VersionSettings, 'defaultVersion'>,
  produces: readonly string[] = ['application/json'],
): string {
  const vendor = versioning === 'path' ? [] : versions.map((version) => vendorType(apiName, version));
  return [...produces, ...vendor].join(', ');
}

/** The media type of one version of an API. */
export function vendorType(apiName: string, version: number): string {
  return `application/vnd.${apiName}.v${version}+json`;
}

/** The version in a vendor type of this API, as text; undefined for any other media type. */
export function vendorVersion(
  { type, subtype }: Pick<MediaRange, 'type' | 'subtype'>,
  apiName: string,
): string | undefined {
  const prefix = `vnd.${apiName.toLowerCase()}.v`;
  if (type !== 'application' || !subtype.startsWith(prefix) || !subtype.endsWith('+json')) return undefined;
  return subtype.slice(prefix.length, -'+json'.length);
}

import { parseMediaType } from './parseMediaType.ts';
import { vendorVersion } from './vendorType.ts';
import type { VersionSettings } from './VersionSettings.ts';

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
  const version = versions.find((each) => String(each) === named);
  return version === undefined ? { version, unknown: named } : { version };
}

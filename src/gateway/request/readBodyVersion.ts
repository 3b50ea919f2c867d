import { vendorVersion } from '../protocol/vendorType.ts';
import type { VersionSettings } from './readPreference.ts';

/**
 * The version of the body that `Content-Type` names: `version` where it is a known one, otherwise `unknown` as it is written
 * there. Undefined for any other type, vendor types of other APIs included, and where only paths choose the version.
 */
export type BodyVersion = { version: number } | { version: undefined; unknown: string } | undefined;

/** Methods that have a body. See RFC 9110, section 9.3. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reads which version the body of a request is in. Refuses nothing by itself. */
export function readBodyVersion(
  method: string,
  contentType: string | undefined,
  { apiName, versioning, versions }: VersionSettings,
): BodyVersion {
  if (contentType === undefined || contentType === 'application/json' || versioning === 'path') return undefined;
  if (!WITH_BODY.has(method)) return undefined;
  const [type = '', subtype = ''] = contentType.split(';', 1)[0]!.trim().toLowerCase().split('/', 2);
  const named = vendorVersion({ type, subtype }, apiName);
  if (named === undefined) return undefined;
  const version = versions.find((each) => String(each) === named);
  return version === undefined ? { version, unknown: named } : { version };
}

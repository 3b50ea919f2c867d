import { ServiceError } from '../errors/ServiceError.ts';
import type { BodyVersion } from './readBodyVersion.ts';
import type { VersionSettings } from './readPreference.ts';
import { vendorType } from '../protocol/vendorType.ts';

/** Throws UNSUPPORTED_MEDIA_TYPE where Content-Type names a version that does not exist. See RFC 9110, section 15.5.16. */
export function refuseUnknownBody(body: BodyVersion, { apiName, versions }: VersionSettings): void {
  if (!body || body.version !== undefined) return;
  const known = ['application/json', ...versions.map((version) => vendorType(apiName, version))].join(', ');
  const message = `Content-Type names version ${body.unknown.slice(0, 20)}, which does not exist; supported are ${known}.`;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
}

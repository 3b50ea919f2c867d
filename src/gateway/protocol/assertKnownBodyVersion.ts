import { truncate } from '../errors/truncate.ts';
import { ServiceError } from '../errors/ServiceError.ts';
import { availableTypes } from './availableTypes.ts';
import type { BodyVersion } from './readBodyVersion.ts';
import type { VersionSettings } from './VersionSettings.ts';

/** Throws UNSUPPORTED_MEDIA_TYPE where Content-Type names a version that does not exist. See RFC 9110, section 15.5.16. */
export function assertKnownBodyVersion(body: BodyVersion, settings: VersionSettings): void {
  if (!body || body.version !== undefined) return;
  const message = `Content-Type names version ${truncate(body.unknown, 20)}, which does not exist`;
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `${message}; supported media types: ${availableTypes(settings)}`);
}

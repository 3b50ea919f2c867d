import { ServiceError } from '../errors/ServiceError.ts';
import type { BodyVersion } from './readBodyVersion.ts';
import type { Preference } from './readPreference.ts';

/** Throws BAD_REQUEST where two of path, Accept and Content-Type name different versions. */
export function refuseDisagreement(
  preference: Preference,
  pathVersion: number | undefined,
  bodyVersion?: BodyVersion,
): void {
  const named = [
    { by: 'The path', version: pathVersion },
    { by: 'Accept', version: preference.kind === 'json' ? preference.version : undefined },
    { by: 'Content-Type', version: bodyVersion?.version },
  ].filter(({ version }) => version !== undefined);
  const [first] = named;
  const other = named.find(({ version }) => version !== first?.version);
  if (!first || !other) return;
  throw new ServiceError(
    'BAD_REQUEST',
    `${first.by} asks for version ${first.version}, ${other.by} for version ${other.version}.`,
  );
}

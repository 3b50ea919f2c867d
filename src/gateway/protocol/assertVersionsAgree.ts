import { ServiceError } from '../errors/ServiceError.ts';
import type { BodyVersion } from './readBodyVersion.ts';
import type { Preference } from './readPreference.ts';

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
  ].filter((each) => each.version !== undefined);
  const [first] = named;
  const other = named.find((each) => each.version !== first!.version);
  const message = `${first!.by} names version ${first!.version}, but ${other!.by} names version ${other!.version}.`;
  throw new ServiceError('BAD_REQUEST', message);
}

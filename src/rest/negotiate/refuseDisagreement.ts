import { ServiceError } from '../../errors/ServiceError.ts';
import type { Preference } from './readPreference.ts';

/** Throws BAD_REQUEST where path and Accept name different versions. */
export function refuseDisagreement(preference: Preference, pathVersion: number | undefined): void {
  const wanted = preference.kind === 'json' ? preference.version : undefined;
  if (wanted === undefined || pathVersion === undefined || wanted === pathVersion) return;
  throw new ServiceError('BAD_REQUEST', `The path asks for version ${pathVersion}, Accept for version ${wanted}.`);
}

import type { Caller } from '../access/Caller.ts';
import { unauthenticatedError } from '../access/unauthenticatedError.ts';
import type { Endpoint } from './Endpoint.ts';
import type { Runtime } from './Runtime.ts';

/**
 * The caller of a request to an endpoint; null for an anonymous one. Under NONE the Authorization header is not read, and under
 * OPTIONAL a request without it is anonymous. Throws UNAUTHENTICATED, or rejects with it, where the header is not valid, or missing
 * under REQUIRED.
 */
export function authenticate(
  runtime: Runtime,
  { plan, version }: Pick<Endpoint, 'plan' | 'version'>,
  authorization: string | undefined,
): Caller | null | Promise<Caller | null> {
  // Nothing authenticates here: an upstream may, or the host in front.
  if (!runtime.authenticate) return { subject: '', scopes: new Set(), claims: {}, authorization: authorization ?? '' };
  if (plan.auth === 'NONE' || (plan.auth === 'OPTIONAL' && authorization === undefined)) return null;
  const requireValid = (caller: Caller | null) => {
    if (!caller && (plan.auth === 'REQUIRED' || authorization !== undefined))
      throw unauthenticatedError(runtime.settings.apiName);
    return caller;
  };
  const found = runtime.authenticate(authorization, version.conventions.auth.scheme);
  return found instanceof Promise ? found.then(requireValid) : requireValid(found);
}

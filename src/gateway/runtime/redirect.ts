import { endOf } from '../plan/ResultPlan.ts';
import type { Reply } from '../protocol/Reply.ts';
import type { Variables } from '../request/Variables.ts';
import { typeOf } from './compileResult.ts';
import type { Endpoint } from './Endpoint.ts';
import { notFoundError } from './notFoundError.ts';

/**
 * The reply of a status 3xx, which has no body. Throws NOT_FOUND where the URL is null, and an error where it is no http(s) URL,
 * or where a value of the path cannot be a part of one: no client can follow it. See RFC 9110, section 15.4.
 */
export function redirect(
  { plan, version, headers }: Endpoint,
  location: string | null | undefined,
  variables: Variables,
): Reply {
  if (location === null) throw notFoundError(typeOf(endOf(plan.result)), plan.parameters, variables, version);
  if (location === undefined) throw new Error(`The location of ${plan.name} is not an http(s) URL.`);
  return { status: plan.status, headers: { ...headers, location, 'content-length': '0' }, body: null };
}

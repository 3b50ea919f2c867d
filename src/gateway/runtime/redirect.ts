import { endOf } from '../plan/ResultPlan.ts';
import type { Reply } from '../protocol/Reply.ts';
import type { Variables } from '../request/Variables.ts';
import { typeOf } from './compileResult.ts';
import type { Endpoint } from './Endpoint.ts';
import { notFoundError } from './notFoundError.ts';

/** What a redirect has of its request and of the data. */
export interface RedirectContext {
  variables: Variables;
  /** The headers that are values of the data. */
  own: Readonly<Record<string, string>> | undefined;
}

/**
 * The reply of a status 3xx, which has no body. Throws NOT_FOUND where the URL is null, and an error where it is no http(s) URL,
 * or where a value of the path cannot be a part of one: no client can follow it. See RFC 9110, section 15.4.
 */
export function redirect(
  { plan, version, headers }: Endpoint,
  location: string | null | undefined,
  { variables, own }: RedirectContext,
): Reply {
  if (location === null) throw notFoundError(typeOf(endOf(plan.result)), plan.parameters, variables, version);
  if (location === undefined) throw new Error(`The location of ${plan.name} is not an http(s) URL.`);
  // RFC 9110, section 13.2.1: a redirect has no conditions.
  const { etag: _, ...others } = own ?? {};
  return { status: plan.status, headers: { ...headers, ...others, location, 'content-length': '0' }, body: null };
}

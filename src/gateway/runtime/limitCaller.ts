import type { Caller } from '../access/Caller.ts';
import { callerKey } from '../rateLimit/callerKey.ts';
import type { RateLimitHeaders } from '../rateLimit/RateLimiter.ts';
import type { RestRequest } from '../request/RestRequest.ts';
import type { Endpoint } from './Endpoint.ts';
import type { Runtime } from './Runtime.ts';

/** A request to an endpoint, by a caller who is known. */
interface CallerRequest {
  endpoint: Pick<Endpoint, 'plan'>;
  request: RestRequest;
  caller: Caller | null;
}

/**
 * Takes a request from the quota of its caller, that of the endpoint where it has one of its own; returns the headers of its
 * response, undefined where there is no limit. Rejects with RATE_LIMITED.
 */
export async function limitCaller(
  { rateLimiter, settings }: Pick<Runtime, 'rateLimiter' | 'settings'>,
  { endpoint: { plan }, request, caller }: CallerRequest,
): Promise<RateLimitHeaders | undefined> {
  const policy = plan.rateLimit ? { name: plan.name, ...plan.rateLimit } : rateLimiter?.defaultPolicy;
  if (!rateLimiter || !policy) return undefined;
  return rateLimiter.consume({ caller: callerKey(caller, request, settings.trustsPeer), policy });
}

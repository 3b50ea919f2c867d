import type { RateLimitHeaders } from '../rateLimit/RateLimiter.ts';
import type { Endpoint } from './Endpoint.ts';
import type { RoutedRequest, Runtime } from './Runtime.ts';

/** A request to an endpoint, by a caller who is known. */
interface CallerRequest extends Pick<RoutedRequest, 'callerKey'> {
  endpoint: Pick<Endpoint, 'plan'>;
}

/**
 * Takes a request from the quota of its caller, that of the endpoint where it has one of its own; returns the headers of its
 * response, undefined where there is no limit. Rejects with RATE_LIMITED.
 */
export async function limitCaller(
  { rateLimiter }: Pick<Runtime, 'rateLimiter'>,
  { endpoint: { plan }, callerKey: caller }: CallerRequest,
): Promise<RateLimitHeaders | undefined> {
  const policy = plan.rateLimit ? { name: plan.name, ...plan.rateLimit } : rateLimiter?.defaultPolicy;
  if (!rateLimiter || !policy) return undefined;
  return rateLimiter.consume({ caller, policy });
}

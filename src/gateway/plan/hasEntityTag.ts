import { type EndpointPlan, isRedirect } from './EndpointPlan.ts';

/** Whether the successes of an endpoint have an `ETag`: those of its `maxAge`, or one that it takes from the data. */
export function hasEntityTag({ status, maxAge, headers }: EndpointPlan): boolean {
  if (isRedirect(status)) return false;
  return maxAge !== undefined || (headers?.some(({ name }) => name.toLowerCase() === 'etag') ?? false);
}

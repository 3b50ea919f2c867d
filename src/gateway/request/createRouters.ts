import type { ApiPlan } from '../plan/ApiPlan.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { Router } from './Router.ts';

/** The router of each version, by its number. */
export type Routers = ReadonlyMap<number, Router<EndpointPlan>>;

/** Builds the routers of an API. */
export function createRouters({ versions }: ApiPlan): Routers {
  const routers = new Map<number, Router<EndpointPlan>>();
  for (const { number, endpoints } of versions) {
    const router = new Router<EndpointPlan>();
    for (const endpoint of endpoints) router.add(endpoint.method, endpoint.segments, endpoint);
    routers.set(number, router);
  }
  return routers;
}

import type { ApiPlan } from '../../plan/ApiPlan.ts';
import { routes } from '../routes.ts';

/** Routes that are listed; further ones are counted. */
const MAX_ROUTES = 30;

/** The routes of an API, as `routes` prints them; a long list is shortened. */
export function describeRoutes(plan: ApiPlan): string {
  const [head = '', ...rows] = routes(plan).text.trimEnd().split('\n');
  const more = rows.length - MAX_ROUTES;
  const rest = more > 0 ? [`… and ${more} more; "portico routes" lists them all.`] : [];
  return [head, ...rows.slice(0, MAX_ROUTES), ...rest].join('\n');
}

import type { ApiPlan } from '../../plan/ApiPlan.ts';

/** A plan whose endpoints require no scopes: where nothing authenticates, no caller has any. */
export function withoutScopes(plan: ApiPlan): ApiPlan {
  const versions = plan.versions.map((version) => ({
    ...version,
    endpoints: version.endpoints.map((endpoint) => ({ ...endpoint, scopes: [] })),
  }));
  return { ...plan, versions };
}

import type { Caller } from '../access/Caller.ts';
import { unauthenticatedError } from '../access/unauthenticatedError.ts';
import type { EndpointPlan } from '../plan/EndpointPlan.ts';
import { missingScopes } from '../plan/ScopeRule.ts';
import type { Variables } from '../request/Variables.ts';

/** Throws UNAUTHENTICATED if there is no caller, and the endpoint needs one, or what these variables select of it. */
export function requireCaller(
  caller: Caller | null,
  { auth, scopes }: Pick<EndpointPlan, 'auth' | 'scopes'>,
  variables: Variables,
  realm: string,
): void {
  if (caller) return;
  if (auth === 'REQUIRED' || missingScopes(scopes, null, variables).length > 0) throw unauthenticatedError(realm);
}

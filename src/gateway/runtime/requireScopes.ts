import type { Caller } from '../access/Caller.ts';
import { refuseScopes } from '../access/checkScopes.ts';
import { type ScopeRule, missingScopes } from '../plan/ScopeRule.ts';
import type { Variables } from '../request/Variables.ts';

/**
 * Throws FORBIDDEN, naming the missing scopes, unless the caller may run the endpoint with these variables, and UNAUTHENTICATED
 * where it needs a caller and there is none.
 */
export function requireScopes(rules: readonly ScopeRule[], caller: Caller | null, variables: Variables): void {
  refuseScopes(missingScopes(rules, caller?.scopes ?? null, variables), caller);
}

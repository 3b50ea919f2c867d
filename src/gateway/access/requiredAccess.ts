import { isAuthenticated } from './isAuthenticated.ts';
import { type Annotated, type ScopeAlternatives, requiredScopes } from './requiredScopes.ts';

/** A caller is required, with any scopes or none. */
const ANY_CALLER: readonly ScopeAlternatives[] = [[[]]];

const cache = new WeakMap<Annotated, readonly ScopeAlternatives[]>();

/**
 * What a type or a field requires of the caller: its `@requiresScopes`, which imply that there is one, or for `@authenticated`
 * alone the alternative of no scopes. Empty where it requires no caller.
 */
export function requiredAccess(element: Annotated): readonly ScopeAlternatives[] {
  let required = cache.get(element);
  if (!required) {
    const scopes = requiredScopes(element);
    required = scopes.length === 0 && isAuthenticated(element) ? ANY_CALLER : scopes;
    cache.set(element, required);
  }
  return required;
}

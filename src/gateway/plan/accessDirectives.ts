import { isAuthenticated } from '../access/isAuthenticated.ts';
import { type Annotated, requiredScopes } from '../access/requiredScopes.ts';

/** The directives that restrict access to a type or a field, as in SDL: `@requiresScopes(scopes: [["users:read"]])`. */
export function accessDirectives(element: Annotated): string[] {
  return [
    ...(isAuthenticated(element) ? ['@authenticated'] : []),
    ...requiredScopes(element).map((scopes) => `@requiresScopes(scopes: ${JSON.stringify(scopes)})`),
  ];
}

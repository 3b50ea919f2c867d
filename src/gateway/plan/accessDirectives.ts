import { type Annotated, requiredScopes } from '../access/requiredScopes.ts';

/** The directives that restrict access to a type or a field, as in SDL: `@requiresScopes(scopes: [["users:read"]])`. */
export function accessDirectives(element: Annotated): string[] {
  const { astNode, extensionASTNodes = [] } = element;
  const isAuthenticated = [astNode, ...extensionASTNodes]
    .flatMap((node) => node?.directives ?? [])
    .some(({ name }) => name.value === 'authenticated');
  return [
    ...(isAuthenticated ? ['@authenticated'] : []),
    ...requiredScopes(element).map((scopes) => `@requiresScopes(scopes: ${JSON.stringify(scopes)})`),
  ];
}

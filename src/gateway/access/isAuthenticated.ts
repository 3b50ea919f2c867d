import type { Annotated } from './requiredScopes.ts';

/** Whether a type or a field, or an extension of it, has `@authenticated`. */
export function isAuthenticated({ astNode, extensionASTNodes = [] }: Annotated): boolean {
  return [astNode, ...extensionASTNodes]
    .flatMap((node) => node?.directives ?? [])
    .some(({ name }) => name.value === 'authenticated');
}

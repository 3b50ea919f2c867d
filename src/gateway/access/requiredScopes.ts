import { type DirectiveNode, valueFromASTUntyped } from 'graphql';

/** One `@requiresScopes`: one of the alternatives is required, with all of its scopes. */
export type ScopeAlternatives = readonly (readonly string[])[];

/** A type or a field of a schema. */
export interface Annotated {
  astNode?: DirectiveCarrier | null | undefined;
  extensionASTNodes?: readonly DirectiveCarrier[];
}

interface DirectiveCarrier {
  readonly directives?: readonly DirectiveNode[] | undefined;
}

const cache = new WeakMap<Annotated, readonly ScopeAlternatives[]>();

/** The `@requiresScopes` of a type or a field and of its extensions; all of them apply. */
export function requiredScopes(element: Annotated): readonly ScopeAlternatives[] {
  let scopes = cache.get(element);
  if (!scopes) cache.set(element, (scopes = readDirectives(element)));
  return scopes;
}

function readDirectives({ astNode, extensionASTNodes = [] }: Annotated): ScopeAlternatives[] {
  return [astNode, ...extensionASTNodes]
    .flatMap((node) => node?.directives ?? [])
    .filter((directive) => directive.name.value === 'requiresScopes')
    .map((directive) => {
      const scopes = directive.arguments?.find((argument) => argument.name.value === 'scopes');
      return alternativesOf(scopes && valueFromASTUntyped(scopes.value));
    });
}

/** In GraphQL a list of one may be written without brackets, at either level. */
function alternativesOf(value: unknown): ScopeAlternatives {
  return asList(value).map((all) => asList(all).map(String));
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

import { type DirectiveNode, valueFromASTUntyped } from 'graphql';

/** One `@requiresScopes`: any of the alternatives will do, and an alternative needs all of its scopes. */
export type ScopeAlternatives = readonly (readonly string[])[];

/** Something of a schema that can carry directives: a type or a field. */
export interface Annotated {
  astNode?: DirectiveCarrier | null | undefined;
  extensionASTNodes?: readonly DirectiveCarrier[];
}

interface DirectiveCarrier {
  readonly directives?: readonly DirectiveNode[] | undefined;
}

const known = new WeakMap<Annotated, readonly ScopeAlternatives[]>();

/** What the `@requiresScopes` directives on a type or a field and on its extensions ask for; each of them is asked. */
export function requiredScopes(element: Annotated): readonly ScopeAlternatives[] {
  let needs = known.get(element);
  if (!needs) known.set(element, (needs = readDirectives(element)));
  return needs;
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

/** GraphQL lets a list of one be written without its brackets, at either level. */
function alternativesOf(value: unknown): ScopeAlternatives {
  return asList(value).map((all) => asList(all).map(String));
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

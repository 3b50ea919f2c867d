// What the types and fields of a schema require of callers by `@requiresScopes` and `@authenticated`.
import {
  type DirectiveNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  valueFromASTUntyped,
} from 'graphql';

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

/** A caller is required, with any scopes or none. */
const ANY_CALLER: readonly ScopeAlternatives[] = [[[]]];

const accessCache = new WeakMap<Annotated, readonly ScopeAlternatives[]>();
const scopesCache = new WeakMap<Annotated, readonly ScopeAlternatives[]>();

/**
 * What a type or a field requires of the caller: its `@requiresScopes`, which imply that there is one, or for `@authenticated`
 * alone the alternative of no scopes. Empty where it requires no caller.
 */
export function requiredAccess(element: Annotated): readonly ScopeAlternatives[] {
  let required = accessCache.get(element);
  if (!required) {
    const scopes = requiredScopes(element);
    required = scopes.length === 0 && isAuthenticated(element) ? ANY_CALLER : scopes;
    accessCache.set(element, required);
  }
  return required;
}

/** The `@requiresScopes` of a type or a field and of its extensions; all of them apply. */
export function requiredScopes(element: Annotated): readonly ScopeAlternatives[] {
  let scopes = scopesCache.get(element);
  if (!scopes) scopesCache.set(element, (scopes = readDirectives(element)));
  return scopes;
}

/** Whether a type or a field, or an extension of it, has `@authenticated`. */
export function isAuthenticated({ astNode, extensionASTNodes = [] }: Annotated): boolean {
  return [astNode, ...extensionASTNodes]
    .flatMap((node) => node?.directives ?? [])
    .some(({ name }) => name.value === 'authenticated');
}

/** Every scope that a type or a field of a schema requires, sorted. */
export function listScopes(schema: GraphQLSchema): string[] {
  const elements = Object.values(schema.getTypeMap()).flatMap((type) => [type, ...fieldsOf(type)]);
  return [...new Set(elements.flatMap((element) => requiredScopes(element).flat(2)))].sort();
}

/** The types and fields with `@authenticated` or `@requiresScopes`, such as `Query.users`. */
export function listRestrictedElements(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => [
    ...(requiredAccess(type).length > 0 ? [type.name] : []),
    ...fieldsOf(type)
      .filter((field) => requiredAccess(field).length > 0)
      .map((field) => `${type.name}.${field.name}`),
  ]);
}

function fieldsOf(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
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

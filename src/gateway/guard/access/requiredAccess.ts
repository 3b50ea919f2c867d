// What the types and fields of a schema require of callers by `@requiresScopes` and `@authenticated`.
import { type DirectiveNode, type GraphQLSchema, isInterfaceType, isObjectType, valueFromASTUntyped } from 'graphql';

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

interface Required {
  scopes: readonly ScopeAlternatives[];
  access: readonly ScopeAlternatives[];
}

const cache = new WeakMap<Annotated, Required>();

/**
 * What a type or a field requires of the caller: its `@requiresScopes`, which imply that there is one, or for `@authenticated`
 * alone the alternative of no scopes. Empty where it requires no caller.
 */
export function requiredAccess(element: Annotated): readonly ScopeAlternatives[] {
  return readRequired(element).access;
}

/** The `@requiresScopes` of a type or a field and of its extensions; all of them apply. */
export function requiredScopes(element: Annotated): readonly ScopeAlternatives[] {
  return readRequired(element).scopes;
}

function readRequired(element: Annotated): Required {
  const cached = cache.get(element);
  if (cached) return cached;
  const scopes = directivesOf(element)
    .filter(({ name }) => name.value === 'requiresScopes')
    .map((directive) => {
      const value = directive.arguments?.find(({ name }) => name.value === 'scopes')?.value;
      return asList(value && valueFromASTUntyped(value)).map((all) => asList(all).map(String));
    });
  const required = { scopes, access: scopes.length === 0 && isAuthenticated(element) ? ANY_CALLER : scopes };
  cache.set(element, required);
  return required;
}

/** Whether a type or a field, or an extension of it, has `@authenticated`. */
export function isAuthenticated(element: Annotated): boolean {
  return directivesOf(element).some(({ name }) => name.value === 'authenticated');
}

/** The directives of a type or a field, those of its extensions included. */
export function directivesOf({ astNode, extensionASTNodes = [] }: Annotated): DirectiveNode[] {
  return [astNode, ...extensionASTNodes].flatMap((node) => node?.directives ?? []);
}

/** Every scope that a type or a field of a schema requires, sorted. */
export function listScopes(schema: GraphQLSchema): string[] {
  return [...new Set(elementsOf(schema).flatMap(([, element]) => requiredScopes(element).flat(2)))].sort();
}

/** The types and fields with `@authenticated` or `@requiresScopes`, such as `Query.users`. */
export function listRestrictedElements(schema: GraphQLSchema): string[] {
  return elementsOf(schema).flatMap(([coordinate, element]) =>
    requiredAccess(element).length > 0 ? [coordinate] : [],
  );
}

/** The types of a schema and their fields, each with its coordinate. */
export function elementsOf(schema: GraphQLSchema): [coordinate: string, element: Annotated][] {
  return Object.values(schema.getTypeMap()).flatMap((type): [string, Annotated][] => {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    return [[type.name, type], ...fields.map((field): [string, Annotated] => [`${type.name}.${field.name}`, field])];
  });
}

/** In GraphQL a list of one may be written without brackets. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  getNamedType,
  isAbstractType,
  isCompositeType,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Annotated } from '../access/requiredScopes.ts';
import type { CacheScope } from '../plan/EndpointPlan.ts';

/** For how long, and for whom, a response may be kept. */
export interface CachePolicy {
  /** In seconds; 0 for not at all. */
  maxAge: number;
  scope: CacheScope;
}

/** One `@cacheControl`. */
interface CacheHint {
  maxAge?: number;
  scope?: CacheScope;
  inheritMaxAge?: true;
}

/**
 * The policy that the `@cacheControl` of a schema gives some operations: the least maxAge of their fields, and PRIVATE where one is.
 * A root field, or a field of an object type, without a maxAge has 0, unless it inherits that of the field around it.
 * See https://www.apollographql.com/docs/apollo-server/performance/caching, "Calculating cache behavior".
 */
export function cacheHints(schema: GraphQLSchema, documents: readonly DocumentNode[]): CachePolicy {
  let maxAge = Infinity;
  let scope: CacheScope = 'PUBLIC';
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    Field({ name }) {
      const parent = info.getParentType();
      if (!parent || name.value.startsWith('__')) return;
      const isRoot = parent === schema.getQueryType() || parent === schema.getMutationType();
      for (const type of isAbstractType(parent) ? schema.getPossibleTypes(parent) : [parent]) {
        const field = 'getFields' in type ? type.getFields()[name.value] : undefined;
        const hint = field ? hintOfField(field as GraphQLField<unknown, unknown>, isRoot) : {};
        maxAge = Math.min(maxAge, hint.maxAge ?? Infinity);
        if (hint.scope === 'PRIVATE') scope = 'PRIVATE';
      }
    },
  });
  for (const document of documents) visit(document, visitor);
  return { maxAge: Number.isFinite(maxAge) ? Math.max(0, maxAge) : 0, scope };
}

/** Those of a field itself win over those of the type that it returns. */
function hintOfField(field: GraphQLField<unknown, unknown>, isRoot: boolean): CacheHint {
  const type: GraphQLNamedType = getNamedType(field.type);
  const isObject = isCompositeType(type);
  const returned = isObject ? readHint(type as Annotated) : {};
  const own = readHint(field as Annotated);
  const inherits = returned.inheritMaxAge ?? (own.inheritMaxAge && returned.maxAge === undefined);
  const maxAge = own.maxAge ?? returned.maxAge;
  const scope = own.scope ?? returned.scope;
  const needsAge = maxAge === undefined && (isRoot || (isObject && !inherits));
  return { ...(needsAge ? { maxAge: 0 } : maxAge !== undefined && { maxAge }), ...(scope && { scope }) };
}

function readHint({ astNode, extensionASTNodes = [] }: Annotated): CacheHint {
  const directive = [astNode, ...extensionASTNodes]
    .flatMap((node) => node?.directives ?? [])
    .find(({ name }) => name.value === 'cacheControl');
  const hint: CacheHint = {};
  for (const { name, value } of directive?.arguments ?? []) {
    if (name.value === 'maxAge' && value.kind === Kind.INT) hint.maxAge = Number(value.value);
    if (name.value === 'scope' && value.kind === Kind.ENUM)
      hint.scope = value.value === 'PRIVATE' ? 'PRIVATE' : 'PUBLIC';
    if (name.value === 'inheritMaxAge' && value.kind === Kind.BOOLEAN && value.value) hint.inheritMaxAge = true;
  }
  if (hint.inheritMaxAge) delete hint.maxAge;
  return hint;
}

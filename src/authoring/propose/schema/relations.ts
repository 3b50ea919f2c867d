// The relation of a field to its object, and of types to queries.
import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isAbstractType } from 'graphql';
import { type Field, idOf, isLeaf, isList, shownFields } from './fields.ts';
import { readConnection } from './readConnection.ts';

/** Whether a field is an object of scalars, such as an amount with its currency, or of such objects, at most so many levels deep. */
export function isValue(field: Field, levels: number): boolean {
  const type = getNamedType(field.type);
  const fields = shownFields(type);
  const isObject = levels > 0 && !isList(field) && fields.length > 0 && idOf(type) === undefined;
  return isObject && fields.every((inner) => isLeaf(inner) || isValue(inner, levels - 1));
}

/** Errors are no part of an object. */
export function isError({ type }: Field): boolean {
  return /Errors?$/.test(getNamedType(type).name);
}

/** Whether objects of a type lead to other objects with an id. */
export function hasReferences(type: GraphQLNamedType): boolean {
  return shownFields(type).some((field) => {
    const named = getNamedType(field.type);
    return (
      !isLeaf(field) &&
      (isAbstractType(named) || idOf(named) !== undefined || readConnection({ ...field, type: named }) !== undefined)
    );
  });
}

/** Whether a type is that of queries, mutations or subscriptions. */
export function isRoot(type: GraphQLNamedType, schema: GraphQLSchema): boolean {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some((root) => root === type);
}

/** The types of objects that queries read by themselves: as one object, as a list, or in pages. */
export function rootTypes(schema: GraphQLSchema): Set<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    // Relay's `node` reads objects of every type, and is no endpoint.
    if (field.deprecationReason != null || /^(?:nodes?$|_)/.test(field.name)) continue;
    const type = readConnection(field)?.item ?? getNamedType(field.type);
    found.add(type);
    if (isAbstractType(type)) for (const member of schema.getPossibleTypes(type)) found.add(member);
  }
  return found;
}

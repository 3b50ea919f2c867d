// Entity references within one process. The resolver of a field that returns an entity of another subgraph returns a reference,
// as for a router; the owner of the entity resolves it at that field, in batches.
import { type GraphQLFieldResolver, type TypeNode, defaultFieldResolver, Kind } from 'graphql';
import type { RequestContext, Subgraph } from '../domain/Subgraph.ts';
import { type EntityOwner, objectTypes } from './findEntityOwners.ts';

/** A resolver of one field. */
export type FieldResolver = GraphQLFieldResolver<unknown, RequestContext>;

/** The resolvers of those fields of a subgraph that return entities of other subgraphs, by type and field. */
export function resolveReferences(
  { name: subgraph, typeDefs, resolvers }: Subgraph,
  owners: ReadonlyMap<string, EntityOwner>,
): Record<string, Record<string, FieldResolver>> {
  const fieldResolvers: Record<string, Record<string, FieldResolver>> = {};
  for (const type of objectTypes(typeDefs)) {
    const own = resolvers[type.name.value] as Record<string, FieldResolver> | undefined;
    for (const field of type.fields ?? []) {
      const entity = namedType(field.type);
      const owner = owners.get(entity);
      if (!owner || owner.subgraph === subgraph) continue;
      if (!canBeNull(field.type)) {
        throw new Error(
          `${type.name.value}.${field.name.value} must be nullable: its ${entity} belongs to the subgraph ${owner.subgraph}, where it may not exist.`,
        );
      }
      const resolve = own?.[field.name.value] ?? defaultFieldResolver;
      (fieldResolvers[type.name.value] ??= {})[field.name.value] = resolveThroughOwner(resolve, owner);
    }
  }
  return fieldResolvers;
}

function resolveThroughOwner(resolve: FieldResolver, { resolveReference }: EntityOwner): FieldResolver {
  return (parent, args, context, info) => {
    const resolveOne = (reference: unknown): unknown =>
      reference == null ? null : resolveReference(reference, context, info);
    const resolveAll = (found: unknown): unknown =>
      Array.isArray(found) ? Promise.all(found.map(resolveOne)) : resolveOne(found);
    const found: unknown = resolve(parent, args, context, info);
    // Most references are at hand: a promise for each would cost more than reading it.
    return found instanceof Promise ? found.then(resolveAll) : resolveAll(found);
  };
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

/** Whether an entity in the field can be null: the field itself, or the items of its list. */
function canBeNull(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return type.type.kind === Kind.LIST_TYPE && canBeNull(type.type);
  return type.kind === Kind.NAMED_TYPE || canBeNull(type.type);
}

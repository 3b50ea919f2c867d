import { type DocumentNode, type GraphQLResolveInfo, type ObjectTypeDefinitionNode, Kind } from 'graphql';
import type { RequestContext, Subgraph } from '../domain/Subgraph.ts';

/** Resolves a reference, an entity's type name and key, to the entity; null if it does not exist. */
type ReferenceResolver = (reference: object, context: RequestContext, info: GraphQLResolveInfo) => unknown;

/** The one subgraph that resolves references to an entity. */
export interface EntityOwner {
  subgraph: string;
  resolveReference: ReferenceResolver;
}

/** Finds the owner of each entity, that is, of each type with a `@key`. Throws an Error for an entity without owner, or with two. */
export function findEntityOwners(subgraphs: readonly Subgraph[]): ReadonlyMap<string, EntityOwner> {
  const entities = entityNames(subgraphs.map(({ typeDefs }) => typeDefs));
  return new Map([...entities].map((entity) => [entity, ownerOf(entity, subgraphs)]));
}

/** The names of the entities in these documents. */
export function entityNames(documents: readonly DocumentNode[]): Set<string> {
  return new Set(documents.flatMap((document) => objectTypes(document).filter(hasKey).map(nameOf)));
}

/** The object types that a subgraph defines or extends. */
export function objectTypes({ definitions }: DocumentNode): ObjectTypeDefinitionNode[] {
  return definitions.flatMap((node) => {
    if (node.kind === Kind.OBJECT_TYPE_DEFINITION) return [node];
    return node.kind === Kind.OBJECT_TYPE_EXTENSION ? [{ ...node, kind: Kind.OBJECT_TYPE_DEFINITION }] : [];
  });
}

function ownerOf(entity: string, subgraphs: readonly Subgraph[]): EntityOwner {
  const owners = subgraphs.flatMap(({ name, resolvers }): EntityOwner[] => {
    const type = resolvers[entity] as { __resolveReference?: ReferenceResolver } | undefined;
    return type?.__resolveReference ? [{ subgraph: name, resolveReference: type.__resolveReference }] : [];
  });
  const [owner, ...others] = owners;
  if (owner && others.length === 0) return owner;
  const found = owner ? `${owners.map(({ subgraph }) => subgraph).join(' and ')} have one` : 'none has one';
  throw new Error(`Exactly one subgraph must have a __resolveReference for the entity ${entity}; ${found}.`);
}

function hasKey({ directives = [] }: ObjectTypeDefinitionNode): boolean {
  return directives.some(({ name }) => name.value === 'key');
}

function nameOf({ name }: ObjectTypeDefinitionNode): string {
  return name.value;
}

// One executable schema in one process, from the same modules that can each be served alone. The resolver of a field that
// returns an entity of another subgraph returns a reference, as for a router; the owner of the entity resolves it at that field,
// in batches.
import { mergeTypeDefs } from '@graphql-tools/merge';
import { type IExecutableSchemaDefinition, makeExecutableSchema } from '@graphql-tools/schema';
import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  type TypeNode,
  defaultFieldResolver,
  parse,
  print,
  visit,
} from 'graphql';
import type { RequestContext, Subgraph } from '../domain/Subgraph.ts';
import { entityNames, objectTypes, refuseUnreadAccess, withoutLinks } from './buildSubgraph.ts';

/** The one subgraph that resolves references to an entity: its type name and key, to the entity or to null. */
interface EntityOwner {
  subgraph: string;
  resolveReference: (reference: object, context: RequestContext, info: GraphQLResolveInfo) => unknown;
}

type Owners = ReadonlyMap<string, EntityOwner>;
type FieldResolver = GraphQLFieldResolver<unknown, RequestContext>;

/** See https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/directives */
const OMITTED_DIRECTIVES = new Set(['link', 'key', 'shareable', 'tag']);

const AUTHORIZATION_DIRECTIVES = parse(/* GraphQL */ `
  "Only for callers who are known."
  directive @authenticated on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM

  "Only for callers who have all the scopes of one of the lists."
  directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM
`);

/** Merges the subgraphs. `@authenticated` and `@requiresScopes` stay on the types and fields, where they can be read. */
export function mergeSubgraphs(subgraphs: readonly Subgraph[]): GraphQLSchema {
  refuseUnreadAccess(subgraphs);
  const owners = findEntityOwners(subgraphs);
  const resolvers = subgraphs.flatMap((subgraph) => [subgraph.resolvers, resolveReferences(subgraph, owners)]);
  return makeExecutableSchema({
    typeDefs: mergeTypes(subgraphs, owners),
    resolvers: resolvers as IExecutableSchemaDefinition['resolvers'] & object,
  });
}

/** Merges the types into one plain document, without the directives of composition; the owner of a type describes it, or the first. */
export function mergeTypes(subgraphs: readonly Subgraph[], owners = findEntityOwners(subgraphs)): DocumentNode {
  const definitions = subgraphs.flatMap(({ name: subgraph, typeDefs }) => {
    const plain = visit(withoutLinks(typeDefs), {
      Directive: ({ name }) => (OMITTED_DIRECTIVES.has(name.value) ? null : undefined),
    });
    return plain.definitions.map((node) => ({ subgraph, node, type: nameOf(node) }));
  });
  const describing = new Map<string, DefinitionNode>();
  for (const { subgraph, node, type } of definitions) {
    if (!describing.has(type) || owners.get(type)?.subgraph === subgraph) describing.set(type, node);
  }
  const merged = definitions.map(({ node, type }) => withoutDescription(node, describing.get(type)!));
  return mergeTypeDefs([AUTHORIZATION_DIRECTIVES, { kind: Kind.DOCUMENT, definitions: merged }], {
    throwOnConflict: true,
  });
}

/** Further definitions of a type only add fields: which of several different directives applies would be ambiguous. */
function withoutDescription(node: DefinitionNode, describer: DefinitionNode): DefinitionNode {
  if (node === describer) return node;
  const described = new Set(directivesOf(describer));
  const unknown = directivesOf(node).find((directive) => !described.has(directive));
  if (unknown !== undefined) {
    throw new Error(
      `${unknown} must be on the definition of ${nameOf(node)} in the owning subgraph, or else in the first.`,
    );
  }
  const undescribed = { description: undefined, directives: [] };
  return { ...node, ...undescribed } as DefinitionNode;
}

function directivesOf(node: DefinitionNode): string[] {
  return 'directives' in node ? (node.directives ?? []).map((directive) => print(directive)) : [];
}

function nameOf(node: DefinitionNode): string {
  return 'name' in node ? (node.name?.value ?? '') : '';
}

/** Throws an Error for an entity without owner, or with two. */
function findEntityOwners(subgraphs: readonly Subgraph[]): Owners {
  const entities = subgraphs.flatMap(({ typeDefs }) => entityNames(typeDefs));
  return new Map(entities.map((entity) => [entity, ownerOf(entity, subgraphs)]));
}

function ownerOf(entity: string, subgraphs: readonly Subgraph[]): EntityOwner {
  const [owner, ...others] = subgraphs.flatMap(({ name, resolvers }): EntityOwner[] => {
    const type = resolvers[entity] as { __resolveReference?: EntityOwner['resolveReference'] } | undefined;
    return type?.__resolveReference ? [{ subgraph: name, resolveReference: type.__resolveReference }] : [];
  });
  if (owner && others.length === 0) return owner;
  throw new Error(`Exactly one subgraph must have a __resolveReference for the entity ${entity}.`);
}

/** The resolvers of those fields of a subgraph that return entities of other subgraphs, by type and field. */
function resolveReferences({ name: subgraph, typeDefs, resolvers }: Subgraph, owners: Owners) {
  const fieldResolvers: Record<string, Record<string, FieldResolver>> = {};
  for (const { name, fields = [] } of objectTypes(typeDefs)) {
    const type = name.value;
    const resolversOfType = resolvers[type] as Record<string, FieldResolver> | undefined;
    for (const field of fields) {
      const entity = namedType(field.type);
      const owner = owners.get(entity);
      if (!owner || owner.subgraph === subgraph) continue;
      const resolve = resolversOfType?.[field.name.value] ?? defaultFieldResolver;
      (fieldResolvers[type] ??= {})[field.name.value] = resolveThroughOwner(resolve, owner);
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

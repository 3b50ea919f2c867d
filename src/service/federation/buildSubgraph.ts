// One subgraph as a federation router queries it. References are authorized here and not only by the scopes of selected
// fields: a query for the `__typename` of an entity alone would reveal that it exists.
import { type IExecutableSchemaDefinition, makeExecutableSchema } from '@graphql-tools/schema';
import {
  type DocumentNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import {
  ServiceError,
  checkScopes,
  describeUnreadAccess,
  findUnreadAccessOf,
  requiredScopes,
} from '../../gateway/server.ts';
import type { RequestContext, Subgraph } from '../domain/Subgraph.ts';

/** A key of an entity, as a router sends it: JSON of whatever kind. */
type Representation = { readonly __typename?: unknown } | null;

type ResolveReference = (reference: unknown, context: RequestContext, info: GraphQLResolveInfo) => unknown;

/**
 * Builds the schema of one subgraph with `_service` and `_entities`. References to unknown entities are BAD_USER_INPUT, those
 * to entities whose scopes the caller lacks FORBIDDEN, both before any of them is resolved.
 * See https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec
 */
export function buildSubgraph(subgraph: Subgraph): GraphQLSchema {
  refuseUnreadAccess([subgraph]);
  const { typeDefs, resolvers } = subgraph;
  const entities = entityNames(typeDefs);
  const resolveEntities = (
    _: unknown,
    { representations }: { representations: readonly Representation[] },
    context: RequestContext,
    info: GraphQLResolveInfo,
  ) => {
    const names = representations.map((reference) => entities.find((name) => name === Object(reference)['__typename']));
    if (names.includes(undefined)) {
      throw new ServiceError(
        'BAD_USER_INPUT',
        `The __typename of a representation must be one of ${entities.join(', ')}.`,
      );
    }
    const types = [...new Set(names)].map((name) => schema.getType(name!)!);
    checkScopes({ always: new Set(types.flatMap(requiredScopes)), parts: [] }, context.caller, {});
    return representations.map(async (reference, index) => {
      const type = resolvers[names[index]!] as { __resolveReference?: ResolveReference } | undefined;
      const entity: unknown = type?.__resolveReference
        ? await type.__resolveReference(reference, context, info)
        : reference;
      return entity && Object.defineProperty(entity, '__typename', { value: names[index] });
    });
  };
  const service = { _service: () => ({ sdl: print(typeDefs) }) };
  const routerResolvers =
    entities.length === 0
      ? { Query: service }
      : {
          Query: { ...service, _entities: resolveEntities },
          _Entity: { __resolveType: ({ __typename }: { __typename: string }) => __typename },
        };
  const schema = makeExecutableSchema({
    typeDefs: [withoutLinks(typeDefs), routerFields(entities)],
    resolvers: [resolvers, routerResolvers] as IExecutableSchemaDefinition['resolvers'] & object,
    // The directives of federation are defined by the specification that the SDL links; composition checks their use.
    assumeValidSDL: true,
  });
  return schema;
}

function routerFields(entities: readonly string[]): DocumentNode {
  const service = 'type _Service { sdl: String } extend type Query { _service: _Service! }';
  if (entities.length === 0) return parse(service);
  return parse(`${service}
    scalar _Any
    union _Entity = ${entities.join(' | ')}
    extend type Query { _entities(representations: [_Any!]!): [_Entity]! }`);
}

/** The types without what links the directives of federation. */
export function withoutLinks(typeDefs: DocumentNode): DocumentNode {
  return visit(typeDefs, {
    SchemaExtension: ({ operationTypes = [] }) => (operationTypes.length === 0 ? null : undefined),
  });
}

/** The object types that a subgraph defines or extends. */
export function objectTypes({ definitions }: DocumentNode): ObjectTypeDefinitionNode[] {
  return definitions.flatMap((node) => {
    if (node.kind === Kind.OBJECT_TYPE_DEFINITION) return [node];
    return node.kind === Kind.OBJECT_TYPE_EXTENSION ? [{ ...node, kind: Kind.OBJECT_TYPE_DEFINITION }] : [];
  });
}

/** The names of the entities, that is, of the types with a `@key`. */
export function entityNames(document: DocumentNode): string[] {
  const entities = objectTypes(document).filter(({ directives }) =>
    directives?.some(({ name }) => name.value === 'key'),
  );
  return [...new Set(entities.map(({ name }) => name.value))];
}

/** Refuses subgraphs with access directives that are not evaluated here, such as `@policy`: a caller may reach one without the router. */
export function refuseUnreadAccess(subgraphs: readonly Subgraph[]): void {
  for (const { name, typeDefs } of subgraphs) {
    const unread = describeUnreadAccess(findUnreadAccessOf(typeDefs));
    if (unread !== undefined) throw new Error(`The subgraph ${name} ${unread}`);
  }
}

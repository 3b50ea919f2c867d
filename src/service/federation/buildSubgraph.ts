// One subgraph as a federation router queries it. References are authorized here and not only by the scopes of selected
// fields: a query for the `__typename` of an entity alone would reveal that it exists.
import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type ObjectTypeDefinitionNode,
  defaultFieldResolver,
} from 'graphql';
import {
  ServiceError,
  checkScopes,
  describeUnreadAccess,
  findUnreadAccessOf,
  requiredScopes,
} from '../../gateway/server.ts';
import type { RequestContext, Subgraph } from '../domain/Subgraph.ts';

/**
 * Builds the schema of one subgraph with `_service` and `_entities`. References to unknown entities are BAD_USER_INPUT, those
 * to entities whose scopes the caller lacks FORBIDDEN, both before any of them is resolved.
 */
export function buildSubgraph(subgraph: Subgraph): GraphQLSchema {
  refuseUnreadAccess([subgraph]);
  const { typeDefs, resolvers } = subgraph;
  const schema = buildSubgraphSchema([{ typeDefs, resolvers: resolvers as never }]);
  const field = schema.getQueryType()?.getFields()['_entities'];
  if (!field) return schema;
  const entities = new Map<unknown, string>(entityNames(typeDefs).map((name) => [name, name]));
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args: { representations: readonly unknown[] }, context: RequestContext, info) => {
    const names = args.representations.map((reference) => entities.get(Object(reference)['__typename']));
    if (names.includes(undefined)) {
      const known = [...entities.keys()].join(', ');
      throw new ServiceError('BAD_USER_INPUT', `The __typename of a representation must be one of ${known}.`);
    }
    const types = [...new Set(names)].map((name) => schema.getType(name!)!);
    checkScopes({ always: new Set(types.flatMap(requiredScopes)), parts: [] }, context.caller, {});
    return resolve(parent, args, context, info);
  };
  return schema;
}

// What the SDL of a subgraph defines, for a subgraph alone and for the merged schema.

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

/**
 * Refuses subgraphs with access directives that are not evaluated here: `@policy`, and others under another name. A router would
 * evaluate them, but a subgraph checks the access of every query itself, since a caller may reach it without the router.
 */
export function refuseUnreadAccess(subgraphs: readonly Subgraph[]): void {
  for (const { name, typeDefs } of subgraphs) {
    const unread = describeUnreadAccess(findUnreadAccessOf(typeDefs));
    if (unread !== undefined) throw new Error(`The subgraph ${name} ${unread}`);
  }
}

// One executable schema in one process, from the same modules that can each be served alone.
import { type IExecutableSchemaDefinition, makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import type { Subgraph } from '../domain/Subgraph.ts';
import { findEntityOwners } from './findEntityOwners.ts';
import { refuseUnreadAccess } from './refuseUnreadAccess.ts';
import { mergeTypes } from './mergeTypes.ts';
import { resolveReferences } from './resolveReferences.ts';

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

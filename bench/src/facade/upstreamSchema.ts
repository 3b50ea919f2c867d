import { readFileSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import { createUser, USERS } from './users.ts';

/** The schema of every upstream, from the folder of the program. */
export const SCHEMA_FILE = 'bench/src/facade/schema.graphql';

/** It as that of a subgraph. */
export const typeDefs = `${readFileSync(SCHEMA_FILE, 'utf8')}
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  extend type User @key(fields: "id")
`;

/** Users in memory. */
export function createUpstreamSchema(): GraphQLSchema {
  const users = Array.from({ length: USERS }, (_, index) => createUser(index));
  const resolvers = {
    Query: {
      user: (_: unknown, { id }: { id: string }) => users[Number(id)] ?? null,
      users: (_: unknown, { first, offset }: { first: number; offset: number }) => users.slice(offset, offset + first),
    },
  };
  return buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers }]);
}

import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';

/** How many users the upstream has. */
export const USERS = 10_000;

/** The schema of the upstream, which is a subgraph as well. */
export const typeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])

  type Query {
    user(id: ID!): User
    users(first: Int!, offset: Int!): [User!]!
  }

  type User @key(fields: "id") {
    id: ID!
    name: String!
    orders: [Order!]!
  }

  type Order {
    id: ID!
    status: String!
    total: Int!
  }
`;

interface User {
  id: string;
  name: string;
  orders: { id: string; status: string; total: number }[];
}

/** Users in memory, each with three orders. */
export function createUpstreamSchema(): GraphQLSchema {
  const users = Array.from({ length: USERS }, (_, index): User => {
    const orders = [0, 1, 2].map((n) => ({ id: `${index * 3 + n}`, status: 'pending', total: 100 * (n + 1) }));
    return { id: String(index), name: `First${index} Last${index}`, orders };
  });
  const resolvers = {
    Query: {
      user: (_: unknown, { id }: { id: string }) => users[Number(id)] ?? null,
      users: (_: unknown, { first, offset }: { first: number; offset: number }) => users.slice(offset, offset + first),
    },
  };
  return buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers }]);
}

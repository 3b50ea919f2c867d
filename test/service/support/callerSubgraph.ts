import { parse } from 'graphql';
import type { Caller } from '../../../src/gateway/guard/access/Caller.ts';
import type { RequestContext, Subgraph } from '../../../src/service/domain/Subgraph.ts';

const show = (caller: Caller) => ({
  id: 'caller',
  subject: caller.subject,
  scopes: [...caller.scopes],
  claims: JSON.stringify(caller.claims),
});

/** A subgraph whose resolvers return the caller, also as an entity, and one that tries to change it. */
export const callerSubgraph: Subgraph = {
  name: 'caller',
  typeDefs: parse(/* GraphQL */ `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
    type Query {
      caller: Caller!
      disguise: String!
    }
    type Caller @key(fields: "id") {
      id: ID!
      subject: String!
      scopes: [String!]!
      "The claims as JSON."
      claims: String!
    }
  `),
  resolvers: {
    Query: {
      caller: (_: unknown, __: unknown, { caller }: RequestContext) => show(caller!),
      disguise: (_: unknown, __: unknown, context: RequestContext) => {
        const { caller } = context as { caller: Caller };
        (caller.scopes as Set<string>).add('admin');
        caller.subject = 'admin';
        context.caller = { ...caller };
        Reflect.set(caller.claims, 'tenant', 'other');
        Reflect.set(caller.claims['roles'] as object, '0', 'admin');
        return 'admin';
      },
    },
    Caller: { __resolveReference: (_: unknown, { caller }: RequestContext) => show(caller!) },
  },
};

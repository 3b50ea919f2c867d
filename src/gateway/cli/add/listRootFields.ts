import type { GraphQLSchema } from 'graphql';

/** The schema coordinates of the fields that an endpoint can query: `Query.user`, `Mutation.createUser`. */
export function listRootFields(schema: GraphQLSchema): string[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    type ? Object.keys(type.getFields()).map((name) => `${type.name}.${name}`) : [],
  );
}

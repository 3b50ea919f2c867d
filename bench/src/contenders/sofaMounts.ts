// What SOFA serves in both of its forms, alone and in a gateway. It selects every field of a type, so each piece of work is
// given a schema that has only what is asked for.
import { filterSchema, MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import { GraphQLScalarType, type GraphQLSchema } from 'graphql';
import type { WorkName } from '../throughput/Work.ts';

/** One piece of work, below its name. */
export interface Mount {
  root: string;
  scopes: readonly string[];
  /** What is left of each type; other types are as they are. */
  fields: Readonly<Record<string, readonly string[]>>;
}

const USER = { User: ['id', 'name'] };
const PRODUCT = { Product: ['id', 'name'] };

export const MOUNTS: Readonly<Record<WorkName, Mount>> = {
  user: { root: 'user', scopes: ['users:read'], fields: USER },
  offset: {
    root: 'products',
    scopes: ['products:read'],
    fields: { ...PRODUCT, ProductConnection: ['nodes', 'totalCount'] },
  },
  cursor: {
    root: 'products',
    scopes: ['products:read'],
    fields: { ...PRODUCT, ProductConnection: ['nodes', 'pageInfo'], PageInfo: ['hasNextPage', 'endCursor'] },
  },
  orders: {
    root: 'orders',
    scopes: ['orders:read', 'users:read', 'products:read'],
    fields: { ...USER, ...PRODUCT, Order: ['id', 'status', 'items', 'user'], OrderConnection: ['nodes', 'totalCount'] },
  },
  create: { root: 'createUser', scopes: ['users:write'], fields: USER },
};

/** SOFA reads no custom scalar out of a path: ids take text here. */
export function acceptTextIds(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.SCALAR_TYPE]: (scalar) =>
      scalar.name === 'SafeInt' ? new GraphQLScalarType({ ...scalar.toConfig(), serialize: Number }) : scalar,
  });
}

/** The schema of one mount. A schema needs a query, so that of a mutation keeps one. */
export function narrowSchema(whole: GraphQLSchema, { root, fields }: Mount): GraphQLSchema {
  const filtered = filterSchema({
    schema: whole,
    rootFieldFilter: (operation, name) => name === root || (operation === 'Query' && name === 'user'),
    objectFieldFilter: (type, name) => fields[type]?.includes(name) ?? true,
  });
  return pruneSchema(filtered);
}

// SOFA over the schema that Portico serves, with the same resolvers. SOFA selects every field of a type, so each piece of
// work is given a schema that has only what is asked for. It reads no custom scalar out of a path: ids take text here.
import { createServer } from 'node:http';
import { filterSchema, MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import { GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { useSofa } from 'sofa-api';
import { createSubgraphs } from '../../../dist/service/createSubgraphs.js';
import { openDatabase } from '../../../dist/service/database/openDatabase.js';
import type { ServiceError } from '../../../dist/gateway/errors/ServiceError.js';
import { mergeSubgraphs } from '../../../dist/service/federation/mergeSubgraphs.js';
import type { WorkName } from '../Work.ts';
import { createAuthorise } from './authorise.ts';
import { databaseUrl, port, secret } from './environment.ts';

interface Mount {
  root: string;
  scopes: readonly string[];
  /** What is left of each type; other types are as they are. */
  fields: Readonly<Record<string, readonly string[]>>;
}

const USER = { User: ['id', 'name'] };
const PRODUCT = { Product: ['id', 'name'] };

const MOUNTS: Readonly<Record<WorkName, Mount>> = {
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

const database = await openDatabase({ databaseUrl, dataDir: '', seed: 'none', migrate: 'done' });
const schema = mapSchema(mergeSubgraphs(createSubgraphs(database)), {
  [MapperKind.SCALAR_TYPE]: (scalar) =>
    scalar.name === 'SafeInt' ? new GraphQLScalarType({ ...scalar.toConfig(), serialize: Number }) : scalar,
});
const authorise = createAuthorise(secret);
const servers = new Map(
  Object.entries(MOUNTS).map(([name, mount]) => {
    const router = useSofa({ basePath: `/${name}`, schema: narrow(schema, mount) });
    return [name, { ...mount, router }];
  }),
);

createServer(async (request, response) => {
  const server = servers.get(request.url?.split('/', 2)[1] ?? '');
  try {
    const caller = await authorise(request.headers.authorization, server?.scopes ?? []);
    await server?.router.handle(request, response, { caller });
  } catch (error) {
    response.writeHead((error as ServiceError).status ?? 500).end();
  }
}).listen(port, '127.0.0.1');

/** A schema needs a query, so that of a mutation keeps one. */
function narrow(whole: GraphQLSchema, { root, fields }: Mount): GraphQLSchema {
  const filtered = filterSchema({
    schema: whole,
    rootFieldFilter: (operation, name) => name === root || (operation === 'Query' && name === 'user'),
    objectFieldFilter: (type, name) => fields[type]?.includes(name) ?? true,
  });
  return pruneSchema(filtered);
}

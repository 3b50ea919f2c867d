// SOFA over the schema that Portico serves, with the same resolvers.
import { createServer } from 'node:http';
import { useSofa } from 'sofa-api';
import { createSubgraphs } from '../../../dist/service/createSubgraphs.js';
import { openDatabase } from '../../../dist/service/database/openDatabase.js';
import type { ServiceError } from '../../../dist/gateway/base/errors/ServiceError.js';
import { mergeSubgraphs } from '../../../dist/service/federation/mergeSubgraphs.js';
import { createAuthorise } from './authorise.ts';
import { databaseUrl, port, secret } from './environment.ts';
import { acceptTextIds, MOUNTS, narrowSchema } from './sofaMounts.ts';

const database = await openDatabase({ databaseUrl, dataDir: '', seed: 'none', migrate: 'done' });
const schema = acceptTextIds(mergeSubgraphs(createSubgraphs(database)));
const authorise = createAuthorise(secret);
const servers = new Map(
  Object.entries(MOUNTS).map(([name, mount]) => {
    const router = useSofa({ basePath: `/${name}`, schema: narrowSchema(schema, mount) });
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

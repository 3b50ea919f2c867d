// One subgraph alone, for a federation router: the same resolvers, database and tokens as in one process, and scopes are
// checked again. There is no REST; every path except /graphql and health is 404.
import { type RunningServer, createAdmission, readApiName, startGatewayServer } from '../../gateway/server.ts';
import { SHARED_MUTATIONS, SUBGRAPH_NAMES, createSubgraphs, describeUnknownSubgraph } from '../createSubgraphs.ts';
import { defaultApi } from '../defaultApi.ts';
import type { ServiceSettings } from '../config/readServiceSettings.ts';
import { buildSubgraph } from '../federation/buildSubgraph.ts';
import { createGraphqlHandler } from '../graphql/createGraphqlHandler.ts';
import { type ServiceOverrides, startOverDatabase } from './startOverDatabase.ts';

/** Starts one subgraph; on failure nothing stays open. */
export async function startSubgraph(
  settings: ServiceSettings,
  { name }: { name: string },
  overrides: ServiceOverrides = {},
): Promise<RunningServer> {
  if (!SUBGRAPH_NAMES.includes(name)) throw new Error(describeUnknownSubgraph(name));
  const realm = readApiName(defaultApi);
  return startOverDatabase(settings, { ...overrides, realm }, async ({ database, authenticate, exportKeySet, log }) => {
    const subgraph = createSubgraphs(database).find((candidate) => candidate.name === name)!;
    const graphql = await createGraphqlHandler({
      schema: buildSubgraph(subgraph),
      authenticate,
      // The client is a router: a refusal that waits would take what it has for the requests of others.
      admission: createAdmission({ writes: { ...database.writes, shared: SHARED_MUTATIONS }, maxHeld: 0 }),
      introspection: settings.databaseUrl === undefined,
      // The router requests the fields that the endpoints of a façade select.
      coversWritten: true,
      log,
    });
    return startGatewayServer(settings, { graphql, exportKeySet, ping: () => database.ping(), log }, overrides);
  });
}

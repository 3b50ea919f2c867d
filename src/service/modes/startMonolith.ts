// The whole service in one process: REST, GraphQL and the database.
import {
  type PlanSource,
  type RunningServer,
  createAdmission,
  listScopes,
  openRateLimiter,
  pathOf,
  readApiName,
  reportFailure,
  startGatewayServer,
  startWith,
} from '../../gateway/server.ts';
import { SHARED_MUTATIONS } from '../createSubgraphs.ts';
import { defaultApi } from '../defaultApi.ts';
import { type ServiceDependencies, composeService } from '../composeService.ts';
import type { ServiceSettings } from '../config/readServiceSettings.ts';
import { deferHandler } from '../graphql/deferHandler.ts';
import { renderGraphiql } from '../graphql/renderGraphiql.ts';
import { readSafelist } from '../graphql/safelist.ts';
import { type ServiceOverrides, startOverDatabase } from './startOverDatabase.ts';

/** Starts the service; on failure nothing stays open. */
export async function startMonolith(
  settings: ServiceSettings,
  { source = { endpoints: defaultApi.endpoints } }: { source?: PlanSource | undefined } = {},
  overrides: ServiceOverrides = {},
): Promise<RunningServer> {
  const name = readApiName(source);
  return startOverDatabase(
    settings,
    { ...overrides, realm: name },
    async ({ database, authenticate, exportKeySet, log }) => {
      const report: ServiceDependencies['report'] = ({ target, ...failure }) =>
        reportFailure(log, { ...failure, path: pathOf(target) });
      const introspection = settings.databaseUrl === undefined;
      return startWith(await openRateLimiter(settings, name, log), async ({ rateLimiter }) => {
        // REST and /graphql share the capacity of the process, and the quotas of callers.
        const shared = {
          ...(rateLimiter && { rateLimiter }),
          admission: createAdmission({ writes: { ...database.writes, shared: SHARED_MUTATIONS } }),
        };
        const { schema, rest } = composeService(settings, { database, authenticate, report, ...shared }, source);
        const safelist =
          settings.graphqlSafelist === undefined ? undefined : readSafelist(settings.graphqlSafelist, schema);
        // A client selects the fields of a response here. An endpoint's document is fixed, so its scope covers its response.
        const access = { authenticate, introspection, coversWritten: false, trustProxy: settings.trustProxy };
        // Its packages take a sixth of a start to load, and many clients use REST alone.
        const graphql = deferHandler(async () => {
          const { createGraphqlHandler } = await import('../graphql/createGraphqlHandler.ts');
          return createGraphqlHandler({ schema, ...access, ...shared, safelist, log });
        }, log);
        return startGatewayServer(
          settings,
          {
            rest: {
              engine: rest,
              tokenSource:
                settings.auth.key.kind === 'local' ? { kind: 'local', scopes: listScopes(schema) } : { kind: 'issuer' },
            },
            // GraphiQL sends operations that no safelist has.
            graphql: {
              ...graphql,
              ...(!safelist && { renderGraphiql: (page) => renderGraphiql(page, introspection) }),
            },
            exportKeySet,
            admission: shared.admission,
            ping: () => database.ping(),
            log,
          },
          overrides,
        );
      });
    },
  );
}

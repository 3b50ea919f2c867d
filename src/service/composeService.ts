// The service without what serves it: the four subgraphs, the schema they make, and the REST engine over it. Refuses
// documents that are wrong. Without surroundings it can be read from end to end, and executes nothing.
import { fileURLToPath } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import { CHANGES_PATH } from '../gateway/contracts/changes/changesPath.ts';
import { publisherOf } from '../gateway/contracts/publisherOf.ts';
import { createSubgraphs } from './createSubgraphs.ts';
import type { Database } from './database/Database.ts';
import type { Subgraph } from './domain/Subgraph.ts';
import { mergeSubgraphs } from './federation/mergeSubgraphs.ts';
import { prepareOperation } from '../gateway/execution/prepareOperation.ts';
import { compileApi } from '../gateway/compile/compileApi.ts';
import { type Engine, type EngineOptions, createEngine } from '../gateway/createEngine.ts';

const ENDPOINTS = fileURLToPath(new URL('../../schema/rest', import.meta.url));

export interface Service {
  subgraphs: readonly Subgraph[];
  schema: GraphQLSchema;
  rest: Engine;
}

/** What a service needs of the process that runs it. */
export interface Surroundings extends Required<Pick<EngineOptions, 'authenticate' | 'report'>> {
  database: Database;
}

/** Composes the service, or throws a DocumentError that names every mistake in the folder of endpoint documents. */
export function composeService(
  settings: EngineOptions['settings'],
  { database, authenticate, report }: Surroundings = NOTHING,
  endpoints = ENDPOINTS,
): Service {
  const subgraphs = createSubgraphs(database);
  const schema = mergeSubgraphs(subgraphs);
  const prepare = prepareOperation(schema);
  const rest = createEngine({
    plan: compileApi(endpoints, schema),
    schema,
    prepare,
    authenticate,
    settings: { ...settings, compression: true, changesPath: CHANGES_PATH, publisher: publisherOf(settings) },
    report,
  });
  return { subgraphs, schema, rest };
}

const refuse = (): never => {
  throw new Error('This service is only read: there is no database behind it, and nobody can be authenticated.');
};

/** A store takes its client and asks nothing of it until a resolver runs. */
const NOTHING: Surroundings = {
  database: {
    client: new Proxy({} as Database['client'], { get: refuse }),
    ping: async () => refuse(),
    close: async () => {},
  },
  authenticate: async () => refuse(),
  report: () => {},
};

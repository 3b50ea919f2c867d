// The service without a server: its schema, and the REST engine over it. Refuses invalid endpoint documents.
import {
  type Engine,
  type EngineOptions,
  type PlanSource,
  CHANGES_PATH,
  createEngine,
  loadPlan,
  prepareOperation,
} from '../gateway/server.ts';
import { type ServiceSchema, composeSchema } from './composeSchema.ts';
import { defaultApi } from './defaultApi.ts';
import type { Database } from './database/Database.ts';
import { createAtomicRunOnce } from './database/createAtomicRunOnce.ts';

export type Service = ServiceSchema & { rest: Engine };

export interface ServiceDependencies
  extends Required<Pick<EngineOptions, 'authenticate' | 'report'>>, Pick<EngineOptions, 'admission' | 'rateLimiter'> {
  /** Absent: the service can be read, but not executed. */
  database?: Database;
}

/** Composes the service; without dependencies it executes nothing. Throws a DocumentError that lists every problem of the documents. */
export function composeService(
  settings: EngineOptions['settings'],
  { database, ...dependencies }: ServiceDependencies = stubDependencies,
  source: PlanSource = { endpoints: defaultApi.endpoints },
): Service {
  const { subgraphs, schema } = composeSchema(database);
  const rest = createEngine({
    plan: loadPlan(source, schema),
    schema,
    prepare: prepareOperation(schema),
    ...dependencies,
    ...(database && { runOnce: createAtomicRunOnce(database) }),
    settings: {
      ...settings,
      compression: true,
      changesPath: CHANGES_PATH,
      publisher: defaultApi.publisher,
    },
  });
  return { subgraphs, schema, rest };
}

const stubDependencies: ServiceDependencies = {
  authenticate: async () => {
    throw new Error('This service cannot authenticate.');
  },
  report: () => {},
};

import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { openAuthenticator } from '../../gateway/access/createAuthenticator.ts';
import { compileApi } from '../../gateway/compile/compileApi.ts';
import type { Settings } from '../../gateway/config/Settings.ts';
import { DEFAULT_API } from '../../gateway/conventions/apiProperties.ts';
import { DocumentError } from '../../gateway/errors/Diagnostic.ts';
import { readSchemaFile } from '../../gateway/execution/remote/readSchemaFile.ts';
import { createRunOnce } from '../../gateway/idempotency/RunOnce.ts';
import { createMemoryIdempotencyStore } from '../../gateway/idempotency/createMemoryIdempotencyStore.ts';
import { createAdmission } from '../../gateway/limits/createAdmission.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';
import { type ServedApi, createServedApi } from '../../gateway/server/ServedApi.ts';
import { createServerEngine } from '../../gateway/startGatewayServer.ts';
import type { Logger } from '../../gateway/telemetry/createLogger.ts';
import { isModule, loadSchema } from '../../project/loadSchema.ts';
import type { Project } from '../../project/resolveProject.ts';
import { docsBanner } from './docsBanner.ts';
import type { DataSource } from './selectDataSource.ts';

/** An API as it was loaded from the files of a project. */
export interface LoadedApi {
  schema: GraphQLSchema;
  plan: ApiPlan;
  served: ServedApi;
  /** Identifies what was loaded. */
  revision: string;
  /** The paths of the OpenAPI documents, base path included. */
  documents: readonly string[];
}

interface ApiLoaderOptions {
  settings: Settings;
  project: Project;
  data: DataSource;
  log: Logger;
  /** Receives the files of a module that exports the schema, also when it could not be loaded. */
  onModules(files: readonly string[]): void;
}

/** Loads the API of a project as `serve` would serve it. An upstream is introspected now, and only once. */
export async function createApiLoader({ settings, project, data, log, onModules }: ApiLoaderOptions) {
  const { schemaFile, upstream, endpoints, publisher } = project;
  const verifies = settings.auth.key.kind !== 'local';
  // Both survive what is loaded again.
  const admission = createAdmission();
  const runOnce = createRunOnce(createMemoryIdempotencyStore());
  let lastSchema = schemaFile === undefined ? await project.loadSchema() : undefined;

  async function readOwnSchema(file: string): Promise<GraphQLSchema> {
    if (isModule(file)) {
      let files: readonly string[] = [];
      return loadSchema(file, (loaded) => (files = loaded)).finally(() => onModules(files));
    }
    return readSchemaFile({ file, access: !data.isRemote || verifies });
  }

  return {
    load: async (hasNewSchema: boolean): Promise<LoadedApi> => {
      if (schemaFile !== undefined && hasNewSchema) lastSchema = undefined;
      const schema = (lastSchema ??= await readOwnSchema(schemaFile!));
      const plan = compileApi(endpoints, schema);
      if (plan.unsupported.length > 0) throw new DocumentError(plan.unsupported);
      const { name } = plan.api ?? DEFAULT_API;
      const authenticator = verifies ? await openAuthenticator(settings, name) : undefined;
      const engine = createServerEngine(settings, {
        plan: authenticator || data.isRemote ? plan : withoutScopes(plan),
        schema,
        prepare: await data.prepare(schema, plan),
        ...authenticator,
        admission,
        runOnce,
        ...(!authenticator && { keysWithoutCaller: true }),
        ...(data.isRemote && { open: false }),
        forwardedHeaders: upstream?.forwarded,
        publisher,
        log,
      });
      const revision = randomUUID();
      const served = createServedApi(settings, {
        engine,
        tokenSource: { kind: data.isRemote && !verifies ? 'upstream' : 'issuer' },
        addition: docsBanner(revision),
      });
      const documents = [...engine.openApi.keys()].map((document) => settings.basePath + document);
      return { schema, plan, served, revision, documents };
    },
  };
}

/** A plan whose endpoints require no scopes: where nothing authenticates, no caller has any. */
export function withoutScopes(plan: ApiPlan): ApiPlan {
  const versions = plan.versions.map((version) => ({
    ...version,
    endpoints: version.endpoints.map((endpoint) => ({ ...endpoint, scopes: [] })),
  }));
  return { ...plan, versions };
}

import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import { openAuthenticator } from '../../access/openAuthenticator.ts';
import { createAdmission } from '../../admission/createAdmission.ts';
import type { Settings } from '../../config/Settings.ts';
import { DocumentError } from '../../errors/Diagnostic.ts';
import { createServerEngine } from '../../createServerEngine.ts';
import { createMemoryIdempotencyStore } from '../../idempotency/createMemoryIdempotencyStore.ts';
import { createRunOnce } from '../../idempotency/createRunOnce.ts';
import { createCompiler } from '../../compile/createCompiler.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import { readSchemaFile } from '../../execution/remote/readSchemaFile.ts';
import { createServedApi } from '../../server/createServedApi.ts';
import type { ServedApi } from '../../server/ServedApi.ts';
import type { Logger } from '../../telemetry/createLogger.ts';
import { isModule, loadSchema } from '../project/loadSchema.ts';
import type { Project } from '../project/Project.ts';
import type { DataSource } from './DataSource.ts';
import { docsBanner } from './docsBanner.ts';
import { watchRefusals } from './watchRefusals.ts';
import { withoutScopes } from './withoutScopes.ts';

const REFUSED =
  'The upstream refused a request for its credentials (401 or 403). Send Authorization with requests, which is forwarded; or for all of them, pass --upstream-header "Authorization: …", or set headers in portico.config.';

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

export interface ApiLoaderOptions {
  settings: Settings;
  project: Project;
  data: DataSource;
  log: Logger;
  /** Receives the files of a module that exports the schema, also when it could not be loaded. */
  onModules(files: readonly string[]): Promise<void>;
}

export interface ApiLoader {
  /** Loads the endpoint documents, and the schema if it has changed. Throws as `serve` would. */
  load(hasNewSchema: boolean): Promise<LoadedApi>;
}

/** Loads the API of a project as `serve` would serve it. An upstream is introspected now, and only once. */
export async function createApiLoader({
  settings,
  project,
  data,
  log,
  onModules,
}: ApiLoaderOptions): Promise<ApiLoader> {
  const { schemaFile, upstream, endpoints, createPublisher } = project;
  const verifies = settings.auth.key.kind !== 'local';
  const authenticator = verifies ? await openAuthenticator(settings) : undefined;
  const publisher = createPublisher?.(settings);
  // Both survive what is loaded again.
  const admission = createAdmission();
  const runOnce = createRunOnce(createMemoryIdempotencyStore());
  let compiler = schemaFile === undefined ? createCompilerOf(await project.loadSchema()) : undefined;

  async function readOwnSchema(file: string): Promise<GraphQLSchema> {
    if (isModule(file)) {
      let files: readonly string[] = [];
      return loadSchema(file, (loaded) => (files = loaded)).finally(() => onModules(files));
    }
    return readSchemaFile({ file, access: !data.isRemote || verifies });
  }

  let isAdvised = false;
  function adviseOnce(): void {
    if (isAdvised) return;
    isAdvised = true;
    log.warn(REFUSED);
  }

  return {
    load: async (hasNewSchema) => {
      if (schemaFile !== undefined && hasNewSchema) compiler = undefined;
      const { schema, compile } = (compiler ??= createCompilerOf(await readOwnSchema(schemaFile!)));
      const plan = compile(endpoints);
      if (plan.unsupported.length > 0) throw new DocumentError(plan.unsupported);
      const prepare = await data.prepare(schema, plan);
      const engine = createServerEngine(settings, {
        plan: authenticator || data.isRemote ? plan : withoutScopes(plan),
        schema,
        prepare: data.isRemote ? watchRefusals(prepare, adviseOnce) : prepare,
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
      const documents = [...engine.openApi.keys()].map((each) => settings.basePath + each);
      return { schema, plan, served, revision, documents };
    },
  };
}

function createCompilerOf(schema: GraphQLSchema) {
  return { schema, compile: createCompiler(schema) };
}

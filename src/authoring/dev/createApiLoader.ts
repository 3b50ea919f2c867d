import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { PorticoHostOptions } from '../../gateway/serve/PorticoConfig.ts';
import type { PorticoFailure } from '../../gateway/serve/PorticoOptions.ts';
import { openAuthenticator } from '../../gateway/guard/access/createAuthenticator.ts';
import { compileApi } from '../../gateway/compile/compileApi.ts';
import type { Settings } from '../../gateway/base/settings/Settings.ts';
import { DEFAULT_API } from '../../gateway/plan/conventions/apiProperties.ts';
import { createPortico } from '../../gateway/serve/createPortico.ts';
import { DocumentError, shortPath } from '../../gateway/base/errors/Diagnostic.ts';
import { readSchemaFile } from '../../gateway/execute/remote/readSchemaFile.ts';
import { createRunOnce } from '../../gateway/guard/idempotency/RunOnce.ts';
import { createMemoryIdempotencyStore } from '../../gateway/guard/idempotency/createMemoryIdempotencyStore.ts';
import { createAdmission } from '../../gateway/guard/limits/createAdmission.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';
import { pathOf } from '../../gateway/http/urls.ts';
import { type ServedApi, createServedApi } from '../../gateway/serve/ServedApi.ts';
import { createServerEngine } from '../../gateway/serve/startGatewayServer.ts';
import type { Logger } from '../../gateway/base/telemetry/createLogger.ts';
import { reportFailure } from '../../gateway/base/telemetry/requestLog.ts';
import type { Modules } from '../../project/importModule.ts';
import { isModule, loadSchema } from '../../project/loadSchema.ts';
import { describeOptionError, withOptions } from '../../project/readApi.ts';
import type { Project } from '../../project/resolveProject.ts';
import { docsBanner } from './docsBanner.ts';
import type { DataSource } from './selectDataSource.ts';

/** An API as it was loaded from the files of a project. */
export interface LoadedApi {
  schema: GraphQLSchema;
  plan: ApiPlan;
  served: ServedApi;
  /** Those of the plan, and what this server cannot do of it. */
  warnings: readonly string[];
  /** Whether callers are identified here. */
  authenticates: boolean;
  /** The end of the sentence that no credentials are required; undefined where they are, or an upstream decides. */
  openReason?: string | undefined;
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
  /** Receives the files of the modules that were evaluated, also when they could not be loaded. */
  onModules(files: readonly string[]): void;
}

/** Loads the API of a project as `serve`, or as its host would serve it. An upstream is introspected now, and only once. */
export async function createApiLoader({ settings, project: first, data, log, onModules }: ApiLoaderOptions) {
  const { schemaFile, upstream, endpoints, publisher, configFile = '' } = first;
  const verifies = settings.auth.key.kind !== 'local';
  // Both survive what is loaded again.
  const admission = createAdmission();
  const runOnce = createRunOnce(createMemoryIdempotencyStore());
  let project = first;
  // Evaluated again with the schema: the modules that both import are then one.
  let isStale = first.options !== undefined;
  /** What changed in the configuration and is read at start only. */
  let fixed: readonly string[] = [];
  let lastSchema = schemaFile === undefined ? await project.loadSchema() : undefined;

  /** The schema, and the configuration where it is stale. */
  async function readSources(): Promise<GraphQLSchema> {
    if (!isStale && lastSchema) return lastSchema;
    const { openModules } = await import('../../project/importModule.ts');
    const modules = await openModules();
    try {
      if (isStale && project.reload) {
        const renewed = await project.reload(modules);
        fixed = findFixed(first, renewed);
        // The schema may be a part of it, or import what its options import.
        const isShared = schemaFile === configFile || (renewed.options ?? project.options) !== undefined;
        if (schemaFile !== undefined && isShared) lastSchema = undefined;
        project = { ...first, options: renewed.options };
      }
      lastSchema ??= await readOwnSchema(schemaFile!, modules);
      isStale = false;
      return lastSchema;
    } finally {
      onModules(modules.close());
    }
  }

  async function readOwnSchema(file: string, modules: Modules): Promise<GraphQLSchema> {
    return isModule(file) ? loadSchema(file, modules) : readSchemaFile({ file, access: !data.isRemote || verifies });
  }

  /** As the server of the host would serve it: createPortico reads all of its options. `plan` has those of the configuration. */
  function createHosted(options: PorticoHostOptions, schema: GraphQLSchema, plan: ApiPlan, compiled: ApiPlan) {
    const report = (failure: PorticoFailure): void => {
      reportFailure(log, { ...failure, path: pathOf(failure.target) });
      options.report?.(failure);
    };
    try {
      const hosted = createPortico({ ...options, basePath: settings.basePath, schema, plan: compiled, report });
      const { defaultVersion } = plan.api ?? DEFAULT_API;
      const { conventions } = plan.versions.find(({ number }) => number === defaultVersion)!;
      const { handler, openApi, warnings } = hosted;
      return { plan, conventions, handler, openApi, warnings };
    } catch (error) {
      throw describeOptionError(error, configFile);
    }
  }

  async function createOwn(schema: GraphQLSchema, plan: ApiPlan) {
    const { name } = plan.api ?? DEFAULT_API;
    const authenticator = verifies ? await openAuthenticator(settings, name) : undefined;
    return createServerEngine(settings, {
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
  }

  return {
    load: async (changed: Record<'schema' | 'config', boolean>): Promise<LoadedApi> => {
      if (schemaFile !== undefined && changed.schema) lastSchema = undefined;
      isStale ||= changed.config || (changed.schema && project.options !== undefined);
      const schema = await readSources();
      const compiled = compileApi(endpoints, schema);
      if (compiled.unsupported.length > 0) throw new DocumentError(compiled.unsupported);
      const plan = withOptions(compiled, project);
      const options = data.isModule ? project.options : undefined;
      const engine = options ? createHosted(options, schema, plan, compiled) : await createOwn(schema, plan);
      const revision = randomUUID();
      const served = createServedApi(settings, {
        engine,
        tokenSource: { kind: data.isRemote && !verifies ? 'upstream' : 'issuer' },
        addition: docsBanner(revision),
      });
      const name = shortPath(configFile);
      return {
        schema,
        plan,
        served,
        warnings: [
          ...engine.warnings,
          ...(fixed.length > 0 ? [`${name}: ${fixed.join(' and ')} changed; restart to apply it`] : []),
          ...(options && verifies ? [`AUTH_… settings have no effect: ${name} has options of createPortico.`] : []),
        ],
        authenticates: options ? options.authenticate !== undefined : verifies,
        openReason: findOpenReason(options),
        revision,
        documents: [...engine.openApi.keys()].map((document) => settings.basePath + document),
      };
    },
    /** See `Admission`. */
    drain: () => admission.drain(),
  };

  function findOpenReason(options: PorticoHostOptions | undefined): string | undefined {
    if (options) return options.authenticate ? undefined : `: ${shortPath(configFile)} has no authenticate.`;
    if (verifies || data.isRemote) return undefined;
    return ', and scopes are not checked; AUTH_… settings turn both on.';
  }
}

/** What differs between two states of a configuration, and is read at start only. */
function findFixed(before: Project, after: Project): string[] {
  const fixedOf = ({ endpoints, schemaFile: schema, upstream, options }: Project) =>
    Object.entries({ endpoints, schema, upstream, basePath: options?.basePath });
  const current = new Map(fixedOf(after).map(([key, value]) => [key, JSON.stringify(value)]));
  return fixedOf(before).flatMap(([key, value]) => (current.get(key) === JSON.stringify(value) ? [] : [key]));
}

/** A plan whose endpoints require no scopes: where nothing authenticates, no caller has any. */
export function withoutScopes(plan: ApiPlan): ApiPlan {
  const versions = plan.versions.map((version) => ({
    ...version,
    endpoints: version.endpoints.map((endpoint) => ({ ...endpoint, scopes: [] })),
  }));
  return { ...plan, versions };
}

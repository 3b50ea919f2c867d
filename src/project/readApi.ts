import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../gateway/compile/compileApi.ts';
import type { Settings } from '../gateway/base/settings/Settings.ts';
import { withApiOptions } from '../gateway/plan/conventions/apiProperties.ts';
import type { EngineSettings } from '../gateway/serve/createEngine.ts';
import type { Schema } from '../gateway/describe/openapi/Schema.ts';
import { describeApi } from '../gateway/describe/openapi/describeApi.ts';
import { isEmpty } from '../gateway/compile/document/listVersions.ts';
import { shortPath } from '../gateway/base/errors/Diagnostic.ts';
import { type ApiPlan, PLAN_FORMAT } from '../gateway/plan/ApiPlan.ts';
import { CHANGES_PATH } from '../gateway/serve/ServedApi.ts';
import { UsageError } from './UsageError.ts';
import type { Project } from './resolveProject.ts';

/**
 * Compiles the API of a project, and opens nothing. Throws a DocumentError that lists every problem of the endpoint documents, and
 * unless `allowsEmpty`, that there are none. `compiled` is the plan of these alone, which createPortico takes beside its options.
 */
export async function readApi(project: Project, allowsEmpty = false): Promise<Api & { compiled: ApiPlan }> {
  const schema = await project.loadSchema();
  const compiled = allowsEmpty && isEmpty(project.endpoints) ? EMPTY_PLAN : compileApi(project.endpoints, schema);
  return { ...createApi(project, { schema, plan: withOptions(compiled, project) }), compiled };
}

const EMPTY_PLAN: ApiPlan = { format: PLAN_FORMAT, versions: [], coordinates: {}, warnings: [], unsupported: [] };

/** A plan with what the options of the configuration say of the API. Throws a UsageError for options that are not valid. */
export function withOptions(plan: ApiPlan, { options, configFile }: Pick<Project, 'options' | 'configFile'>): ApiPlan {
  try {
    return withApiOptions(plan, options ?? {});
  } catch (error) {
    throw describeOptionError(error, configFile);
  }
}

/** Names the configuration whose options are not valid; other errors stay as they are. */
export function describeOptionError(error: unknown, configFile = ''): unknown {
  if (!(error instanceof TypeError)) return error;
  return new UsageError(error.message.replace(/^/gm, `${shortPath(configFile)}: `), { cause: error });
}

/** The settings of a project: its configuration has a base path for an environment without one. */
export function settingsOf({ options }: Pick<Project, 'options'>, settings: Settings): Settings {
  return { ...settings, basePath: settings.basePath || (options?.basePath ?? '') };
}

/** The API of a project, once it is compiled. */
export function createApi(
  { publisher, schemaFile, upstream }: Pick<Project, 'publisher' | 'schemaFile' | 'upstream'>,
  compiled: Pick<Api, 'schema' | 'plan'>,
): Api {
  return {
    ...compiled,
    ...(publisher && { publisher }),
    ...(schemaFile !== undefined && !upstream && { isLibrary: true }),
  };
}

/** A compiled API, as commands read it. */
export interface Api {
  schema: GraphQLSchema;
  plan: ApiPlan;
  /** `info.contact` and `info.license` of the OpenAPI documents. */
  publisher?: EngineSettings['publisher'];
  /** Whether the server of a host serves it, which has no page of changes to link to. */
  isLibrary?: boolean;
}

/** The OpenAPI documents of an API by their paths, as these settings would serve them. */
export function describeOpenApi({ plan, publisher, isLibrary }: Api, settings: Settings): ReadonlyMap<string, Schema> {
  return describeApi(plan, {
    ...settings,
    ...(!isLibrary && { changesPath: CHANGES_PATH }),
    ...(publisher && { publisher }),
  });
}

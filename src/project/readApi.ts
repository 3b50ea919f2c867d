import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../gateway/compile/compileApi.ts';
import type { Settings } from '../gateway/config/Settings.ts';
import { CHANGES_PATH } from '../gateway/contracts/changes/renderChanges.ts';
import type { EngineSettings } from '../gateway/createEngine.ts';
import type { Schema } from '../gateway/describe/openapi/Schema.ts';
import { describeApi } from '../gateway/describe/openapi/describeApi.ts';
import type { ApiPlan } from '../gateway/plan/ApiPlan.ts';
import type { Project } from './resolveProject.ts';

/** Compiles the API of a project, and opens nothing. Throws a DocumentError that lists every problem of the endpoint documents. */
export async function readApi(project: Project): Promise<Api> {
  const schema = await project.loadSchema();
  return createApi(project, { schema, plan: compileApi(project.endpoints, schema) });
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

import type { Settings } from '../../config/Settings.ts';
import { compileApi } from '../../compile/compileApi.ts';
import type { Api } from './Api.ts';
import { createApi } from './createApi.ts';
import type { Project } from './Project.ts';

/** Compiles the API of a project, and opens nothing. Throws a DocumentError that lists every problem of the endpoint documents. */
export async function readApi(project: Project, settings: Settings): Promise<Api> {
  const schema = await project.loadSchema();
  return createApi(project, { schema, plan: compileApi(project.endpoints, schema) }, settings);
}

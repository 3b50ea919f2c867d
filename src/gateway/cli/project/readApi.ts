import type { Settings } from '../../config/Settings.ts';
import { compileApi } from '../../compile/compileApi.ts';
import type { Api } from './Api.ts';
import type { Project } from './Project.ts';

/** Compiles the API of a project, and opens nothing. Throws a DocumentError that lists every problem of the endpoint documents. */
export async function readApi(project: Project, settings: Settings): Promise<Api> {
  const { endpoints, loadSchema, createPublisher, schemaFile, upstream } = project;
  const schema = await loadSchema();
  const plan = compileApi(endpoints, schema);
  return {
    schema,
    plan,
    ...(createPublisher && { publisher: createPublisher(settings) }),
    ...(schemaFile !== undefined && !upstream && { isLibrary: true }),
  };
}

import type { Settings } from '../../config/Settings.ts';
import type { Api } from './Api.ts';
import type { Project } from './Project.ts';

/** The API of a project, once it is compiled. */
export function createApi(
  { createPublisher, schemaFile, upstream }: Pick<Project, 'createPublisher' | 'schemaFile' | 'upstream'>,
  compiled: Pick<Api, 'schema' | 'plan'>,
  settings: Settings,
): Api {
  return {
    ...compiled,
    ...(createPublisher && { publisher: createPublisher(settings) }),
    ...(schemaFile !== undefined && !upstream && { isLibrary: true }),
  };
}

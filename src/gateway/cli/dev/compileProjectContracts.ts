import { readSettings } from '../../config/readSettings.ts';
import type { Settings } from '../../config/Settings.ts';
import { compileContracts } from '../../contracts/compileContracts.ts';
import { describeOpenApi } from '../describeOpenApi.ts';
import { createApi } from '../project/createApi.ts';
import type { Project } from '../project/Project.ts';
import type { LoadedApi } from './createApiLoader.ts';

/** The contracts as `portico contracts` compiles them: with the settings of the environment, or those of the default API. */
export function compileProjectContracts(
  project: Pick<Project, 'createPublisher' | 'schemaFile' | 'upstream'>,
  { plan, schema }: Pick<LoadedApi, 'plan' | 'schema'>,
  environment?: Settings,
): ReadonlyMap<string, string> {
  const settings = environment ?? readSettings({});
  const openApi = describeOpenApi(createApi(project, { plan, schema }, settings), settings);
  return compileContracts({ plan, openApi, ...(!environment && { schema }) });
}

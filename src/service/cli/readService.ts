import type { Service } from '../composeService.ts';
import { CHANGES_PATH } from '../../gateway/contracts/changes/changesPath.ts';
import type { Settings } from '../../gateway/config/Settings.ts';
import { ArgumentError } from '../../gateway/cli/ArgumentError.ts';
import { checkPaths } from './checkOptions.ts';

/** Which service a command reads: that of Portico's own domain, or a façade of another GraphQL API. */
export interface ServiceOptions {
  /** A file with the SDL or the supergraph of another API. */
  schema?: string;
  /** A folder of endpoint documents. */
  endpoints?: string;
}

/** Composes the service as these settings would serve it. It opens nothing, and executes nothing. */
export async function readService(settings: Settings, options: ServiceOptions): Promise<Service> {
  const { schema: file, endpoints } = options;
  checkPaths(options);
  if (file === undefined) {
    const { composeService } = await import('../composeService.ts');
    return composeService(settings, undefined, endpoints);
  }
  if (endpoints === undefined)
    throw new ArgumentError('--schema needs --endpoints: the endpoint documents over that schema.');
  const [{ readSchemaFile }, { compileApi }, { createEngine }] = await Promise.all([
    import('../../gateway/execution/remote/readSchemaFile.ts'),
    import('../../gateway/compile/compileApi.ts'),
    import('../../gateway/createEngine.ts'),
  ]);
  const schema = readSchemaFile({ file, access: true });
  const refuse = (): never => {
    throw new Error('This service is only read.');
  };
  const rest = createEngine({
    plan: compileApi(endpoints, schema),
    schema,
    prepare: () => async () => refuse(),
    authenticate: async () => refuse(),
    settings: { ...settings, changesPath: CHANGES_PATH },
    report: () => {},
  });
  return { subgraphs: [], schema, rest };
}

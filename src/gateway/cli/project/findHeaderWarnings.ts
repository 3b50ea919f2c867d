import { headerVariable } from '../init/files/headerVariable.ts';
import type { Config } from './readConfig.ts';
import type { ApiOptions } from './readSources.ts';

/** A warning for each header of the configuration that has no value, and is not sent to the upstream for that. */
export function findHeaderWarnings(
  { upstream, upstreamHeader = [] }: Pick<ApiOptions, 'upstream' | 'upstreamHeader'>,
  config?: Pick<Config, 'name' | 'upstream' | 'unsetHeaders'>,
): string[] {
  const { name, unsetHeaders = [] } = config ?? {};
  // With an upstream of the options, the headers of the configuration are not sent.
  if (upstream !== undefined || config?.upstream === undefined) return [];
  const given = new Set(upstreamHeader.map((header) => header.split(':', 1)[0]!.toLowerCase()));
  return unsetHeaders
    .filter((header) => !given.has(header))
    .map(
      (header) =>
        `${name}: the header ${header} has no value, and is not sent to the upstream. Set the environment variable that it is read from, such as ${headerVariable(header)}.`,
    );
}

import type { Settings } from '../../config/Settings.ts';
import { checkPaths } from '../checkPaths.ts';
import type { DefaultApi } from '../DefaultApi.ts';
import { UsageError } from '../UsageError.ts';
import type { UpstreamOptions } from './addUpstreamOptions.ts';
import { readUpstream } from './readUpstream.ts';
import type { ServeMode } from './ServeMode.ts';

/** The mode of a façade. Without `--endpoints` it has the documents of the default API. Throws a UsageError. */
export function createFacadeMode(
  settings: Settings,
  { upstream: url, header, forwardHeader, ...options }: UpstreamOptions,
  defaults?: Pick<DefaultApi, 'endpoints' | 'createPublisher'>,
): ServeMode {
  if (url === undefined) throw new UsageError('--upstream is required: the URL of a GraphQL API.');
  const upstream = readUpstream(url, header, forwardHeader);
  const { endpoints = defaults?.endpoints } = options;
  if (endpoints === undefined) throw new UsageError('--endpoints is required: the folder of your endpoint documents.');
  const publisher = options.endpoints === undefined ? defaults?.createPublisher(settings) : undefined;
  return {
    check: async () => checkPaths(options),
    start: async (overrides) => {
      const { startFacade } = await import('../../startFacade.ts');
      const facade = { upstream, ...options, endpoints, ...(publisher && { publisher }) };
      const server = await startFacade(settings, facade, overrides);
      const address = upstream.url.origin + upstream.url.pathname;
      return {
        server,
        greeting: `Portico is ready at ${server.url}, in front of ${address}\n\nThe API reference is at ${server.url}/docs\n`,
      };
    },
  };
}

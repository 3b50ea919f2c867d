// Which of its three modes a process runs in. Only what that mode needs is loaded: a façade has neither domain nor database.
import type { Overrides, RunningServer } from '../../gateway/server/RunningServer.ts';
import type { ServiceSettings } from '../config/ServiceSettings.ts';
import { firstSteps } from './firstSteps.ts';
import { readUpstream } from '../../gateway/cli/readUpstream.ts';

/** As they stand on the command line. */
export interface ServeOptions {
  subgraph?: string;
  upstream?: string;
  schema?: string;
  endpoints?: string;
  header?: string[];
  forwardHeader?: string[];
}

export interface Started {
  server: RunningServer;
  /** What a person is told when it is ready. */
  greeting: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts what the options ask for, which `checkStart` has found good: one subgraph, a façade, or, without them, everything
 * in one process.
 */
export async function startMode(
  settings: ServiceSettings,
  options: ServeOptions,
  env: Environment,
  overrides: Pick<Overrides, 'log' | 'onProgress'> = {},
): Promise<Started> {
  const { subgraph, upstream: url, header, forwardHeader, ...facade } = options;
  if (subgraph !== undefined) {
    const { startSubgraph } = await import('../modes/startSubgraph.ts');
    const server = await startSubgraph(settings, subgraph, overrides);
    return { server, greeting: `The subgraph ${subgraph} is ready at ${server.url}/graphql\n` };
  }
  if (url !== undefined) {
    const upstream = readUpstream(url, header, forwardHeader);
    const { startFacade } = await import('../../gateway/startFacade.ts');
    const server = await startFacade(settings, { upstream, ...facade }, overrides);
    const behind = upstream.url.origin + upstream.url.pathname;
    const greeting = `Portico is ready at ${server.url}, in front of ${behind}\n\nIts reference is at ${server.url}/docs\n`;
    return { server, greeting };
  }
  const { startMonolith } = await import('../modes/startMonolith.ts');
  const server = await startMonolith(settings, overrides);
  return { server, greeting: firstSteps(settings, server.url, env) };
}

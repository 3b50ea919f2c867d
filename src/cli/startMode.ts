// Which of its three modes a process runs in. Only what that mode needs is loaded: a façade has neither domain nor database.
import type { Brought, Portico } from '../app.ts';
import type { Settings } from '../config/Settings.ts';
import { firstSteps } from './firstSteps.ts';
import { readUpstream } from './readUpstream.ts';

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
  portico: Portico;
  /** What a person is told when it is ready. */
  greeting: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts what the options ask for, which `checkStart` has found good: one subgraph, a façade, or, without them, everything
 * in one process.
 */
export async function startMode(
  settings: Settings,
  options: ServeOptions,
  env: Environment,
  brought: Pick<Brought, 'log' | 'onProgress'> = {},
): Promise<Started> {
  const { subgraph, upstream: url, header, forwardHeader, ...facade } = options;
  if (subgraph !== undefined) {
    const { startSubgraph } = await import('../startSubgraph.ts');
    const portico = await startSubgraph(settings, subgraph, brought);
    return { portico, greeting: `The subgraph ${subgraph} is ready at ${portico.url}/graphql\n` };
  }
  if (url !== undefined) {
    const upstream = readUpstream(url, header, forwardHeader);
    const { startFacade } = await import('../startFacade.ts');
    const portico = await startFacade(settings, { upstream, ...facade }, brought);
    const behind = upstream.url.origin + upstream.url.pathname;
    const greeting = `Portico is ready at ${portico.url}, in front of ${behind}\n\nIts reference is at ${portico.url}/docs\n`;
    return { portico, greeting };
  }
  const { startPortico } = await import('../app.ts');
  const portico = await startPortico(settings, brought);
  return { portico, greeting: firstSteps(settings, portico.url, env) };
}

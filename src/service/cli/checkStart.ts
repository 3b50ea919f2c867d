import type { Settings } from '../../gateway/config/Settings.ts';
import { ArgumentError } from '../../gateway/cli/ArgumentError.ts';
import { checkOptions } from './checkOptions.ts';
import { probePort } from './probePort.ts';
import type { ServeOptions } from './startMode.ts';

/**
 * Finds out what keeps a start from serving while nothing is created or opened yet: wrong options, broken endpoint
 * documents, a port that is taken. The documents of a façade need its upstream, and are checked when that is known.
 */
export async function checkStart(settings: Settings, options: ServeOptions): Promise<void> {
  checkOptions(options);
  const { subgraph, upstream } = options;
  if (subgraph !== undefined) {
    const { SUBGRAPH_NAMES } = await import('../createSubgraphs.ts');
    if (!SUBGRAPH_NAMES.includes(subgraph))
      throw new ArgumentError(`There is no subgraph "${subgraph}". There are: ${SUBGRAPH_NAMES.join(', ')}.`);
  } else if (upstream === undefined) {
    const { composeService } = await import('../composeService.ts');
    composeService(settings);
  }
  await probePort(settings);
}

import type { Cluster } from '../Cluster.ts';
import type { Reaper } from '../Reaper.ts';
import type { Suite } from '../Scenario.ts';
import { embedded } from './embedded.ts';
import { facade } from './facade.ts';
import { federation } from './federation.ts';
import { greedy } from './greedy.ts';
import { oneProcess } from './oneProcess.ts';
import { twoProcesses } from './twoProcesses.ts';
import { workers } from './workers.ts';

/** All scenarios, by what they need. */
export function suitesOf(reaper: Reaper, cluster: Cluster): Suite[] {
  return [
    oneProcess(reaper, cluster),
    workers(reaper, cluster),
    twoProcesses(reaper, cluster),
    embedded(reaper),
    facade(reaper, cluster),
    greedy(reaper, cluster),
    federation(reaper, cluster),
  ];
}

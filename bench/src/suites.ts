import type { Suite } from './Context.ts';
import { measureExport } from './export/measureExport.ts';
import { measureFacade } from './facade/measureFacade.ts';
import { measureGrowth } from './growth/measureGrowth.ts';
import { measureHop } from './hop/measureHop.ts';
import { measureStartup } from './startup/measureStartup.ts';
import { measureThroughput } from './throughput/measureThroughput.ts';
import { measureWorkers } from './workers/measureWorkers.ts';
import type { SuiteName } from './readOptions.ts';

/** All of them, in the order in which they run. `throughput` does the pieces of work that are chosen. */
export const SUITES: Readonly<Record<SuiteName, Suite>> = {
  throughput: measureThroughput,
  workers: measureWorkers,
  startup: measureStartup,
  growth: measureGrowth,
  facade: measureFacade,
  hop: measureHop,
  export: measureExport,
};

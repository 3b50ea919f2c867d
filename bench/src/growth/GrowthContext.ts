import type { Processes } from '../processes/createProcesses.ts';
import type { Effort } from './measureCost.ts';
import type { MeasuredService } from './openMeasuredService.ts';

/** The service over a database, and how large its tables are. */
export interface Stage {
  service: MeasuredService;
  databaseUrl: string;
  /** Rows of `users`, of `products` and of `orders`. */
  rows: number;
}

/** What the probes of growth measure. */
export interface GrowthContext {
  processes: Processes;
  small: Stage;
  large: Stage;
  /** Starts the service once more over a database. */
  openService(databaseUrl: string): Promise<MeasuredService>;
  /** Of a caller with every scope. */
  authorization: string;
  effort: Effort;
  /** Whether the largest sizes are left out. */
  quick: boolean;
}

import { median } from '../median.ts';
import type { Column, Row } from '../Table.ts';
import type { Round } from '../throughput/Round.ts';

/** The columns of the table, in their order. */
export const COLUMNS: readonly Column[] = [
  {
    name: 'requests/s',
    unit: '',
    better: 'higher',
    digits: 0,
    meaning: 'Throughput; the load generator and PostgreSQL use the same cores.',
  },
  {
    name: 'requests/s per core',
    unit: '',
    better: 'higher',
    digits: 0,
    meaning:
      'Requests per second of CPU time of all processes of Portico: what one core that it has to itself answers.',
  },
  {
    name: 'per core, of one worker',
    unit: '×',
    better: 'higher',
    meaning: 'Requests per second and core, as a multiple of that of one worker in the same round.',
  },
];

/** One row for each number of workers, the first of which is one: of each column the median of the rounds. */
export function summariseWorkers(label: string, measured: ReadonlyMap<string, readonly Round[]>): Row[] {
  const perCore = (rounds: readonly Round[]) => rounds.flatMap(({ cpu }) => (cpu === undefined ? [] : 1e6 / cpu));
  const single = perCore([...measured.values()][0] ?? []);
  return [...measured].map(([group, rounds]) => {
    const own = perCore(rounds);
    const columns = {
      'requests/s': rounds.map(({ requestsPerSecond }) => requestsPerSecond),
      ...(own.length > 0 && {
        'requests/s per core': own,
        'per core, of one worker': own.map((value, round) => value / single[round]!),
      }),
    };
    const values = Object.fromEntries(Object.entries(columns).map(([name, all]) => [name, median(all)]));
    return { group, label, values, rounds: columns };
  });
}

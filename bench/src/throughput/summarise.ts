import { BASELINE, LOWER_BOUND } from '../contenders/names.ts';
import { median } from '../median.ts';
import type { Column, Row } from '../Table.ts';
import type { Round } from './Round.ts';

/** The columns of throughput, in their order. */
export const COLUMNS: readonly Column[] = [
  { name: 'requests/s', unit: '', better: 'higher', digits: 0, meaning: 'Throughput.' },
  {
    name: `of ${BASELINE}`,
    unit: '×',
    better: 'higher',
    meaning: `Throughput as a multiple of that of ${BASELINE} in the same round.`,
  },
  {
    name: `of ${LOWER_BOUND}`,
    unit: '×',
    better: 'higher',
    meaning: `Throughput as a multiple of that of ${LOWER_BOUND} in the same round.`,
  },
  {
    name: 'CPU',
    unit: 'µs',
    better: 'lower',
    digits: 0,
    meaning: 'CPU time per request of all processes of the contender, without PostgreSQL and the load generator.',
  },
  { name: 'median', unit: 'ms', meaning: 'Half of the responses took at most this.' },
  { name: 'p99', unit: 'ms', meaning: 'All responses but one in a hundred took at most this.' },
];

/** Reduces the rounds of all contenders, in their order, to one row each: of each column the median of the rounds. */
export function summarise(group: string, rounds: ReadonlyMap<string, readonly Round[]>): Row[] {
  const multiplesOf = (own: readonly Round[], other: string) =>
    rounds.get(other)?.map(({ requestsPerSecond }, round) => own[round]!.requestsPerSecond / requestsPerSecond);
  return [...rounds].map(([label, own]) => {
    const cpu = own.flatMap((round) => round.cpu ?? []);
    const measured = {
      'requests/s': own.map(({ requestsPerSecond }) => requestsPerSecond),
      [`of ${BASELINE}`]: multiplesOf(own, BASELINE) ?? [],
      [`of ${LOWER_BOUND}`]: multiplesOf(own, LOWER_BOUND) ?? [],
      CPU: cpu.length === own.length ? cpu : [],
      median: own.map((round) => round.median),
      p99: own.map(({ p99 }) => p99),
    };
    const entries = Object.entries(measured).filter(([, values]) => values.length > 0);
    return {
      group,
      label,
      values: Object.fromEntries(entries.map(([name, values]) => [name, median(values)])),
      rounds: Object.fromEntries(entries),
    };
  });
}

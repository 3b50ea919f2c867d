import type { Run } from './Run.ts';

/** One line: when and where a run took place, and with which versions. */
export function describeRun({ date, version, machine, rounds, seconds }: Omit<Run, 'tables' | 'rows'>): string {
  const { cpu, cores, node, postgres } = machine;
  return (
    `${date.slice(0, 10)}, Portico ${version}, Node ${node}, ${postgres}, ${cores} cores of ${cpu}, ` +
    `${rounds === 1 ? 'one round' : `median of ${rounds} rounds`} of ${seconds} s`
  );
}

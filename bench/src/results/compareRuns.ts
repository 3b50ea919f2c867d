import { compareTables } from './compareTables.ts';
import { describeRun } from './describeRun.ts';
import type { Run } from './Run.ts';

/** What changed since an earlier run, as text: what cannot be compared first, then table by table. */
export function compareRuns(now: Run, before: Run): string {
  const sameMachine = now.machine.cpu === before.machine.cpu && now.machine.cores === before.machine.cores;
  const earlier = new Map(before.tables.map((table) => [table.name, table]));
  const names = new Set(now.tables.map(({ name }) => name));
  const notes = [
    `Compared with the run of ${describeRun(before)}: now / then.`,
    ...(sameMachine ? [] : ['Another machine: only ratios within a run are compared.']),
    ...(['node', 'postgres'] as const)
      .filter((key) => now.machine[key] !== before.machine[key])
      .map((key) => `${before.machine[key]} then, ${now.machine[key]} now.`),
    ...(Math.min(now.rounds, before.rounds) > 1
      ? []
      : ['One of the runs has one round, so its spread is not known and no difference is marked.']),
    ...listNames(
      'Not measured then',
      [...names].filter((name) => !earlier.has(name)),
    ),
    ...listNames(
      'Not measured now',
      [...earlier.keys()].filter((name) => !names.has(name)),
    ),
  ];
  const tables = now.tables.flatMap((table) => {
    const other = earlier.get(table.name);
    return other ? [compareTables(table, other, { sameMachine })] : [];
  });
  return [notes.join('\n'), ...tables].join('\n\n');
}

function listNames(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${title}: ${names.join(', ')}.`];
}

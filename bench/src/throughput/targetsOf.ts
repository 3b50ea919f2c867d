import { BASELINE, LOWER_BOUND, PORTICO } from '../contenders/names.ts';
import type { Row, Target } from '../Table.ts';
import { nameGroup } from './nameGroup.ts';
import type { WorkName } from './Work.ts';

/** The targets of one piece of work, with what was measured; none where a contender of the ratio did not run. */
export function targetsOf(work: WorkName, rows: readonly Row[]): Target[] {
  const bounds = [
    { connections: 1, other: BASELINE, atLeast: 1.2 },
    { connections: 1, other: LOWER_BOUND, atLeast: 0.65 },
    { connections: 64, other: LOWER_BOUND, atLeast: work === 'create' ? 1 : 1.2 },
  ];
  return bounds.flatMap(({ connections, other, atLeast }) => {
    const group = nameGroup(connections);
    const row = rows.find((each) => each.label === PORTICO && each.group === group);
    const value = row?.values[`of ${other}`];
    return value === undefined ? [] : { name: `${group}, of ${other}`, value, atLeast };
  });
}

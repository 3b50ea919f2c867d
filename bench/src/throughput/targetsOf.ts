import { BASELINE, LOWER_BOUND, PORTICO } from '../contenders/names.ts';
import type { Row, Target } from '../Table.ts';
import { nameGroup } from './nameGroup.ts';
import type { WorkName } from './Work.ts';

/** What Portico serves at least: at one connection of express + Prisma, and at 64 of the lower bound. */
const TARGETS: Readonly<Record<WorkName, readonly [one: number, many: number]>> = {
  user: [1.2, 1.2],
  offset: [1.1, 1.2],
  cursor: [1.1, 1.2],
  orders: [1, 1],
  create: [1.2, 1.2],
};

/** The targets of one piece of work, with what was measured; none where a contender of the ratio did not run. */
export function targetsOf(work: WorkName, rows: readonly Row[]): Target[] {
  const [one, many] = TARGETS[work];
  const bounds = [
    { connections: 1, other: BASELINE, atLeast: one },
    { connections: 64, other: LOWER_BOUND, atLeast: many },
  ];
  return bounds.flatMap(({ connections, other, atLeast }) => {
    const group = nameGroup(connections);
    const row = rows.find((each) => each.label === PORTICO && each.group === group);
    const value = row?.values[`of ${other}`];
    return value === undefined ? [] : { name: `${group}, of ${other}`, value, atLeast };
  });
}

import type { Running } from '../contenders/startContender.ts';
import type { Options } from '../readOptions.ts';
import type { RunRound } from './prepareWork.ts';
import type { Round } from './Round.ts';

/** The rounds of all contenders, by their names: they take turns, in a new order each round. */
export async function takeTurns(
  contenders: readonly Running[],
  connections: number,
  run: RunRound,
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): Promise<Map<string, Round[]>> {
  const measured = new Map(contenders.map(({ name }): [string, Round[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of shuffle(contenders)) {
      measured.get(contender.name)!.push(await run(contender, connections, seconds));
    }
  }
  return measured;
}

/** How many requests failed. */
export function countErrors(measured: ReadonlyMap<string, readonly Round[]>): number {
  return [...measured.values()].flat().reduce((sum, { errors }) => sum + errors, 0);
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

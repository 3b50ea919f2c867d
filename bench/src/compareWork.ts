import { BASELINE } from './contenders/contenders.ts';
import { checkAnswers } from './checkAnswers.ts';
import { collectCursors } from './collectCursors.ts';
import { questionsOf } from './questionsOf.ts';
import type { Options } from './readOptions.ts';
import type { Round } from './Round.ts';
import type { Running } from './startContender.ts';
import type { LoadGenerator } from './startLoadGenerator.ts';
import { type Summary, summarise } from './summarise.ts';
import type { WorkName } from './Work.ts';

const CONNECTIONS = [1, 64];

/** What came of one piece of work over so many connections. */
export interface Comparison {
  work: WorkName;
  connections: number;
  contenders: Summary[];
}

/** Has every contender do one piece of work: first to see that the answers agree, then in turn, in a new order each round. */
export async function* compareWork(
  work: WorkName,
  contenders: readonly Running[],
  { measure }: LoadGenerator,
  { rounds, seconds, authorization }: Pick<Options, 'rounds' | 'seconds'> & { authorization: string },
): AsyncGenerator<Comparison> {
  const questions = new Map(
    await Promise.all(
      contenders.map(async (contender) => {
        const cursors = work === 'cursor' ? await collectCursors(contender, authorization) : [];
        return [contender, questionsOf(work, cursors)] as const;
      }),
    ),
  );
  const sample = (contender: Running) => [0, 1, -2, -1].map((index) => questions.get(contender)!.at(index)!);
  await checkAnswers(contenders, work, sample, authorization);

  const run = (contender: Running, connections: number, duration: number) => {
    const asks = questions.get(contender)!.map((question) => contender.ask(question));
    return measure({ origin: contender.origin, authorization, connections, seconds: duration, asks });
  };
  // Until code is compiled and statements are prepared.
  for (const contender of contenders) await run(contender, Math.max(...CONNECTIONS), seconds / 2);

  for (const connections of CONNECTIONS) {
    const measured = new Map(contenders.map(({ name }): [string, Round[]] => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const contender of shuffle(contenders)) {
        measured.get(contender.name)!.push(await run(contender, connections, seconds));
      }
    }
    yield { work, connections, contenders: summarise(measured, BASELINE) };
  }
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

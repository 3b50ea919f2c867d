import type { Running } from '../contenders/startContender.ts';
import type { Sizes } from '../database/fillDatabase.ts';
import type { LoadGenerator } from '../load/startLoadGenerator.ts';
import { readCpuSeconds } from '../processes/readCpuSeconds.ts';
import { checkAnswers } from './checkAnswers.ts';
import { collectCursors } from './collectCursors.ts';
import { questionsOf } from './questionsOf.ts';
import type { Round } from './Round.ts';
import { WORKS, type WorkName } from './Work.ts';

/** Who does the work, and how it is asked for. */
export interface Competition {
  contenders: readonly Running[];
  load: LoadGenerator;
  authorization: string;
  sizes: Sizes;
}

/** Has a contender do the work for some seconds, over some connections. */
export type RunRound = (contender: Running, connections: number, seconds: number) => Promise<Round>;

/** Rejects unless all contenders give the same answers, and makes the function that has one of them do the work. */
export async function prepareWork(
  work: WorkName,
  { contenders, load, authorization, sizes }: Competition,
): Promise<RunRound> {
  const questions = new Map(
    await Promise.all(
      contenders.map(async (contender) => {
        const cursors = work === 'cursor' ? await collectCursors(contender, authorization) : [];
        return [contender, questionsOf(work, sizes, cursors)] as const;
      }),
    ),
  );
  const sample = (contender: Running) => [0, 1, -2, -1].map((index) => questions.get(contender)!.at(index)!);
  await checkAnswers(contenders, work, sample, authorization);

  return async (contender, connections, seconds) => {
    const { origin, pid } = contender;
    const asks = questions.get(contender)!.map((question) => contender.ask(question));
    const before = await readCpuSeconds(pid);
    const { requests, causes, ...round } = await load.measure({ origin, authorization, connections, seconds, asks });
    if (causes.length > 0) console.error(`${contender.name}, ${WORKS[work]}: ${causes.join(', ')}`);
    const after = await readCpuSeconds(pid);
    if (before === undefined || after === undefined) return round;
    return { ...round, cpu: ((after - before) * 1e6) / requests };
  };
}

import type { Running } from '../contenders/startContender.ts';
import { askOnce } from './checkAnswers.ts';
import { COUNT } from './questionsOf.ts';

/** The cursors of a contender's list of products, from the empty one on; no more than there are questions. */
export async function collectCursors(contender: Running, authorization: string): Promise<string[]> {
  const cursors: string[] = [];
  for (let after: string | null = ''; after !== null && cursors.length < COUNT;) {
    cursors.push(after);
    const page = await askOnce(contender, { work: 'cursor', after }, authorization);
    after = (page as { pagination: { nextCursor: string | null } }).pagination.nextCursor;
  }
  return cursors;
}

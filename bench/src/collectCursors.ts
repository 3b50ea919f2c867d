import { askOnce } from './checkAnswers.ts';
import type { Running } from './startContender.ts';

/** Every cursor of a contender's list of products, from the empty one on. */
export async function collectCursors(contender: Running, authorization: string): Promise<string[]> {
  const cursors: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    cursors.push(after);
    const page = await askOnce(contender, { work: 'cursor', after }, authorization);
    after = (page as { pagination: { nextCursor: string | null } }).pagination.nextCursor;
  }
  return cursors;
}

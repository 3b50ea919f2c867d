import { LIMIT, type Question, type WorkName } from './Work.ts';
import type { Sizes } from '../database/fillDatabase.ts';

/** How many different questions are asked of one kind: enough that requests at the same moment seldom ask the same. */
export const COUNT = 200;

/** The questions of one piece of work, spread over its table; those by cursor need the cursors of a contender. */
export function questionsOf(
  work: WorkName,
  { users, products, orders }: Sizes,
  cursors: readonly string[],
): Question[] {
  if (work === 'cursor') return cursors.map((after) => ({ work, after }));
  return Array.from({ length: COUNT }, (_, index) => {
    switch (work) {
      case 'user':
        return { work, id: 1 + Math.floor((index * users) / COUNT) };
      case 'offset':
        return { work, offset: index * Math.floor((products - LIMIT) / COUNT) };
      case 'orders':
        return { work, offset: index * Math.floor((orders - LIMIT) / COUNT) };
      case 'create':
        return { work, name: `Ada ${index}` };
    }
  });
}

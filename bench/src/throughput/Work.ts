// The pieces of work, as questions that no contender is named in.

/** One thing that is asked; each contender asks it in its own way. */
export type Question =
  | { work: 'user'; id: number }
  | { work: 'offset'; offset: number }
  /** `after` is a contender's own cursor; empty for the first page. */
  | { work: 'cursor'; after: string }
  | { work: 'orders'; offset: number }
  | { work: 'create'; name: string };

export type WorkName = Question['work'];

/** What each piece of work is called in the table, in the order of the table. */
export const WORKS: Readonly<Record<WorkName, string>> = {
  user: 'read one user',
  offset: 'a page of 20 products by offset, with total',
  cursor: 'a page of 20 products by cursor',
  orders: 'a page of 20 orders with items and users',
  create: 'create a user',
};

export const WORK_NAMES = Object.keys(WORKS) as WorkName[];

/** How many rows a page has. */
export const LIMIT = 20;

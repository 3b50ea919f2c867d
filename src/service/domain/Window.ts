import type { Problem } from '../../gateway/errors/ServiceError.ts';
import { decodeCursor } from './cursor.ts';
import { invalidInputError } from '../../gateway/errors/invalidInputError.ts';

/** Which rows of a list, in the order of their ids, make up one page. */
export interface Window {
  /** Only rows with a greater id; -1 for all of them. */
  after: number;
  /** How many of those rows to pass over. */
  offset: number;
  /** How many rows at most, from 1 to 100. */
  first: number;
}

/** The arguments of a list field, as GraphQL gives them. */
export interface WindowArguments {
  first?: number | null;
  after?: string | null;
  offset?: number | null;
}

const DEFAULT_FIRST = 20;
const MAX_FIRST = 100;

/** Reads the arguments of the list named `list`; refuses a page size out of bounds and a cursor of another list. */
export function readWindow(list: string, { first, after, offset }: WindowArguments): Window {
  const problems: Problem[] = [];
  const window: Window = { after: -1, offset: offset ?? 0, first: first ?? DEFAULT_FIRST };
  if (window.first < 1 || window.first > MAX_FIRST) {
    problems.push({ field: 'first', message: `must be from 1 to ${MAX_FIRST}` });
  }
  if (after != null) {
    const id = decodeCursor(list, after);
    if (id === undefined) problems.push({ field: 'after', message: 'must be a cursor of this list, unchanged' });
    else window.after = id;
    if (offset != null) problems.push({ field: 'offset', message: 'must not be given together with after' });
  }
  if (problems.length > 0) throw invalidInputError(problems);
  return window;
}

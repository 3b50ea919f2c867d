import type { PageArgs } from '../database/TableReader.ts';
import type { Problem } from '../../gateway/errors/ServiceError.ts';
import { invalidInputError } from '../../gateway/errors/invalidInputError.ts';
import { decodeListCursor } from './cursor.ts';

/** The arguments of a list field, as GraphQL passes them. */
export interface ListArguments {
  first?: number | null;
  after?: string | null;
  offset?: number | null;
}

const DEFAULT_FIRST = 20;
const MAX_FIRST = 100;

/** Reads the arguments of the list named `list`; refuses a page size out of bounds and a cursor of another list. */
export function readPageArgs(list: string, { first, after, offset }: ListArguments): PageArgs {
  const problems: Problem[] = [];
  const page: PageArgs = { after: -1, offset: offset ?? 0, first: first ?? DEFAULT_FIRST };
  if (page.first < 1 || page.first > MAX_FIRST) {
    problems.push({ field: 'first', message: `must be between 1 and ${MAX_FIRST}` });
  }
  if (after != null) {
    const id = decodeListCursor(list, after);
    if (id === undefined) problems.push({ field: 'after', message: 'must be a cursor of this list' });
    else page.after = id;
    if (offset != null) problems.push({ field: 'offset', message: 'cannot be combined with after' });
  }
  if (problems.length > 0) throw invalidInputError(problems);
  return page;
}

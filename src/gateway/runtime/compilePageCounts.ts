import type { PageField, PagePlan } from '../plan/PagePlan.ts';
import type { ConnectionShape } from '../plan/Shape.ts';
import type { Executed } from './execute.ts';
import type { PageCounts, PageInfo } from './paginate.ts';
import { valueAt } from './valueAt.ts';

/** Reads what a page needs besides its items. */
export type ReadCounts = (executed: Executed) => PageCounts;

/** Compiles the reading of the fields of a page. */
export function compilePageCounts({ fields }: PagePlan, { path }: Pick<ConnectionShape, 'path'>): ReadCounts {
  const { total, endCursor } = fields;
  return ({ data, value: list }) => {
    const counted = total && valueAt(total.isOutside ? data : list, total.path);
    const counts: PageCounts = {};
    // Some services answer -1 where they do not know it.
    const number = counted === undefined || counted === null ? NaN : Number(counted);
    if (number >= 0) counts.total = number;
    else counts.itemCount = ((valueAt(list, path) ?? []) as readonly unknown[]).length;
    if (endCursor) counts.pageInfo = pageInfoOf(list);
    return counts;
  };

  function pageInfoOf(list: unknown): PageInfo {
    const end = cursorAt(list, endCursor);
    const start = cursorAt(list, fields.startCursor);
    return {
      hasNextPage: hasPage(list, fields.hasNextPage, end),
      endCursor: end,
      ...(fields.startCursor && {
        hasPreviousPage: hasPage(list, fields.hasPreviousPage, start),
        startCursor: start,
      }),
    };
  }
}

/** A cursor as text; one that is empty leads nowhere. */
function cursorAt(list: unknown, field: PageField | undefined): string | null {
  const cursor = field && valueAt(list, field.path);
  if (cursor === undefined || cursor === null || cursor === '') return null;
  return typeof cursor === 'string' ? cursor : JSON.stringify(cursor);
}

/** Where the list does not say whether there is another page, a cursor leads to one. */
function hasPage(list: unknown, field: PageField | undefined, cursor: string | null): boolean {
  const has = field && valueAt(list, field.path);
  return typeof has === 'boolean' ? has : cursor !== null;
}

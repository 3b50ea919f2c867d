import type { ConnectionNames } from '../../../conventions/Conventions.ts';
import { foldName } from './foldName.ts';
import type { ListPage } from './ListPage.ts';

/** What a field of this name says of a page; undefined where it says nothing of it. */
export function pageFact(name: string, { keys, page }: ListPage, names: ConnectionNames): unknown {
  const lastOf = (path: string | undefined) => path?.split('.').at(-1);
  const { from, to, limit } = page;
  const [hasNext, hasPrevious] = [to < keys.length, from > 0];
  const [start, end] = to > from ? [keys[from], keys[to - 1]] : [null, null];
  if (name === lastOf(names.totalCount)) return keys.length;
  if (name === lastOf(names.hasNextPage)) return hasNext;
  if (name === lastOf(names.hasPreviousPage)) return hasPrevious;
  // Without `hasNextPage`, an `endCursor` says that there are more items.
  if (name === lastOf(names.endCursor))
    return names.hasNextPage === undefined && name !== 'endCursor' && !hasNext ? null : end;
  if (name === lastOf(names.startCursor)) return start;
  switch (foldName(name)) {
    case 'totalcount':
    case 'total':
    case 'count':
    case 'totalitems':
    case 'totalresults':
    case 'totalnodes':
    case 'totalrecords':
      return keys.length;
    case 'hasnextpage':
    case 'hasnext':
    case 'hasmore':
      return hasNext;
    case 'haspreviouspage':
    case 'hasprevious':
    case 'hasprev':
      return hasPrevious;
    case 'endcursor':
      return end;
    case 'startcursor':
      return start;
    case 'nextcursor':
    case 'nextpagetoken':
    case 'next':
      return hasNext ? end : null;
    case 'previouscursor':
    case 'prevcursor':
    case 'previous':
    case 'prev':
      return hasPrevious ? start : null;
    case 'limit':
    case 'perpage':
    case 'pagesize':
    case 'itemsperpage':
      return limit;
    case 'offset':
      return from;
    case 'page':
    case 'currentpage':
    case 'pagenumber':
      return Math.floor(from / Math.max(1, limit)) + 1;
    case 'totalpages':
    case 'pagecount':
    case 'lastpage':
      return Math.ceil(keys.length / Math.max(1, limit));
    default:
      return undefined;
  }
}

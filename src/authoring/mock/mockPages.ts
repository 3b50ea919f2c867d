import {
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import type { ConnectionNames } from '../../gateway/conventions/Conventions.ts';
import type { MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import { isErrorField } from './errorTypes.ts';
import { isEntity } from './keyFields.ts';
import { fitValue } from './mockLeaf.ts';
import { foldName } from './mockNames.ts';

const isList = (type: GraphQLOutputType) => isListType(getNullableType(type));

/** The connection, and the objects in it, such as `pageInfo`, with what they say of the page. */
export function mockConnection(type: GraphQLObjectType, key: string, list: ListPage, context: MockContext): MockObject {
  return mockObject(type.name, key, pageValues(type, { key, list, context, depth: 0 }));
}

/** What the values of a connection, and of the objects in it, are made from. */
interface PageSource {
  key: string;
  list: ListPage;
  context: MockContext;
  depth: number;
}

function pageValues(type: GraphQLObjectType, source: PageSource): Record<string, unknown> {
  const { list, context, key, depth } = source;
  const { keys, page, item, itemOf } = list;
  const shown = keys.slice(page.from, page.to);
  const values: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const named = getNamedType(field.type);
    if (isList(field.type)) {
      if (named === item && !isErrorField(field)) values[field.name] = () => shown.map((each) => itemOf(each));
      else if (edgeNode(named) === item)
        values[field.name] = () => shown.map((each) => mockEdge(named as GraphQLObjectType, itemOf(each)));
    } else if (isLeafType(named)) {
      const value = pageFact(field.name, list, context.conventions.connection);
      const fitting = value === undefined || value === null ? value : fit(value, named, context);
      if (fitting !== undefined) values[field.name] = fitting;
    } else if (isObjectType(named) && named !== item && !isEntity(named) && depth < 2 && !isErrorField(field)) {
      const inner = pageValues(named, { ...source, key: `${key}.${field.name}`, depth: depth + 1 });
      if (Object.keys(inner).length > 0) values[field.name] = mockObject(named.name, `${key}.${field.name}`, inner);
    }
  }
  return values;
}

function fit(value: unknown, to: GraphQLLeafType, { conventions }: MockContext): unknown {
  const from = { name: '' } as GraphQLLeafType;
  return fitValue(value, { from, to }, conventions) ?? fitValue(String(value), { from, to }, conventions);
}

/** What a field of this name says of a page; undefined where it says nothing of it. */
function pageFact(name: string, { keys, page }: ListPage, names: ConnectionNames): unknown {
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

/** The part of a list that a request selects. */
interface PageSlice {
  from: number;
  to: number;
  limit: number;
}

const MAX_LIMIT = 1000;

/** The page of a list of `keys`, whose cursors are the keys. An unknown cursor is the start or the end of the list. */
export function selectPage(
  keys: readonly string[],
  given: Readonly<Partial<Record<PageRole, unknown>>>,
  defaultLimit: number,
): PageSlice {
  const number = (value: unknown) => (typeof value === 'number' ? Math.max(0, Math.trunc(value)) : undefined);
  const position = (cursor: unknown) => (cursor == null ? -1 : keys.indexOf(String(cursor)));
  const isBackwards = given.last != null;
  const limit = Math.min(number(isBackwards ? given.last : given.first) ?? defaultLimit, MAX_LIMIT);
  const skipped = number(given.offset) ?? Math.max(0, (number(given.page) ?? 1) - 1) * limit;
  const start = Math.min(keys.length, position(given.after) + 1 + skipped);
  const before = position(given.before);
  const end = Math.max(start, before === -1 ? keys.length : before);
  return isBackwards
    ? { from: Math.max(start, end - limit), to: end, limit }
    : { from: start, to: Math.min(end, start + limit), limit };
}

/** What an argument of a page means. */
type PageRole = 'first' | 'after' | 'last' | 'before' | 'offset' | 'page';

const USUAL: Readonly<Record<PageRole, readonly string[]>> = {
  first: ['first', 'limit', 'take', 'pageSize', 'perPage', 'per_page', 'page_size', 'size', 'top', 'maxResults'],
  after: ['after', 'cursor', 'pageToken', 'page_token', 'startingAfter', 'starting_after'],
  last: ['last'],
  before: ['before', 'endingBefore', 'ending_before'],
  offset: ['offset', 'skip', 'from', 'start'],
  page: ['page', 'pageNumber', 'page_number'],
};
const ROLES = Object.keys(USUAL) as PageRole[];

/** The arguments of a field that select a page, by what they mean. */
export function pageArguments(
  names: readonly string[],
  connection: ConnectionNames,
): Readonly<Partial<Record<PageRole, string>>> {
  const isThere = (name: string | undefined) => name !== undefined && names.includes(name);
  const found: Partial<Record<PageRole, string>> = {};
  for (const role of ROLES) {
    const name = [connection[role], ...USUAL[role]].find(isThere);
    if (name !== undefined && !Object.values(found).includes(name)) found[role] = name;
  }
  // `from` and `size` alone are also names of filters.
  const { first, offset, page, after, last } = found;
  return first !== undefined || last !== undefined || page !== undefined || after !== undefined || offset === 'offset'
    ? found
    : {};
}

/** One page of a list of objects. */
interface ListPage {
  keys: readonly string[];
  page: PageSlice;
  item: GraphQLNamedType;
  itemOf(key: string): MockObject;
}

/** The type of the `node` of an edge; undefined for a type that is no edge. */
export function edgeNode(type: GraphQLNamedType): GraphQLNamedType | undefined {
  const node = isObjectType(type) && !isEntity(type) ? type.getFields()['node'] : undefined;
  return node && isCompositeType(getNamedType(node.type)) ? getNamedType(node.type) : undefined;
}

/** The edge around an object, whose cursor is the key of the object. */
export function mockEdge(type: GraphQLObjectType, node: MockObject): MockObject {
  const { key } = node.$ref;
  return mockObject(type.name, `${key}.edge`, { node, cursor: key });
}

const ITEM_NAMES = [
  'nodes',
  'items',
  'results',
  'data',
  'records',
  'entries',
  'edges',
  'list',
  'rows',
  'hits',
  'objects',
];

/**
 * The type of the items of a connection, in the sense of Relay or of any object around one page of a list; undefined for a type
 * that is none.
 */
export function connectionItem(
  type: GraphQLNamedType,
  { isPaged, connection }: { isPaged: boolean; connection: ConnectionNames },
): GraphQLNamedType | undefined {
  if (!isObjectType(type) || (isEntity(type) && !isPaged)) return undefined;
  const fields = Object.values(type.getFields());
  const lists = fields.filter(
    (field) => isList(field.type) && isCompositeType(getNamedType(field.type)) && !isErrorField(field),
  );
  const edges = lists.map((field) => edgeNode(getNamedType(field.type))).find((node) => node !== undefined);
  if (edges) return edges;
  const isConnection = isPaged || /(connection|page|collection|aggregate)$/i.test(type.name);
  if (!isConnection) return undefined;
  const names = [connection.nodes, ...ITEM_NAMES];
  const items = names.flatMap((name) => lists.filter((field) => field.name === name))[0] ?? lists[0];
  if (items) return getNamedType(items.type);
  const inner = fields
    .map(({ type: each }) => each)
    .filter((each) => !isList(each))
    .map((each) => getNamedType(each));
  for (const part of inner) {
    const found = isObjectType(part) && !isEntity(part) && part !== type && isPaged ? listedBy(part, names) : undefined;
    if (found) return found;
  }
  return undefined;
}

function listedBy(type: GraphQLObjectType, names: readonly string[]): GraphQLNamedType | undefined {
  const fields = type.getFields();
  const lists = [...names, 'found']
    .map((name) => fields[name])
    .filter((field) => field !== undefined && isList(field.type));
  const named = lists[0] && getNamedType(lists[0].type);
  return named && isCompositeType(named) ? named : undefined;
}

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
import type { ConnectionNames } from '../../../conventions/Conventions.ts';
import { edgeNode, mockEdge } from './mockEdge.ts';
import { isErrorField } from './errorTypes.ts';
import { foldName } from './foldName.ts';
import { isEntity } from './keyFields.ts';
import type { MockContext } from './MockContext.ts';
import { type MockObject, mockObject } from './MockObject.ts';
import { fitValue } from './fitValue.ts';
import type { PageSlice } from './selectPage.ts';

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

const isList = (type: GraphQLOutputType) => isListType(getNullableType(type));

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

/** One page of a list of objects. */
export interface ListPage {
  keys: readonly string[];
  page: PageSlice;
  item: GraphQLNamedType;
  itemOf(key: string): MockObject;
}

/** The connection, and the objects in it, such as `pageInfo`, with what they say of the page. */
export function mockConnection(type: GraphQLObjectType, key: string, list: ListPage, context: MockContext): MockObject {
  return mockObject(type.name, key, pageValues(type, { key, list, context, depth: 0 }));
}

interface Place {
  key: string;
  list: ListPage;
  context: MockContext;
  depth: number;
}

function pageValues(type: GraphQLObjectType, place: Place): Record<string, unknown> {
  const { list, context, key, depth } = place;
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
      const value = factOf(field.name, list, context.conventions.connection);
      const fitting = value === undefined || value === null ? value : fit(value, named, context);
      if (fitting !== undefined) values[field.name] = fitting;
    } else if (isObjectType(named) && named !== item && !isEntity(named) && depth < 2 && !isErrorField(field)) {
      const inner = pageValues(named, { ...place, key: `${key}.${field.name}`, depth: depth + 1 });
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
function factOf(name: string, { keys, page }: ListPage, names: ConnectionNames): unknown {
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

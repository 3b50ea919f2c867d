// Pages of mocked lists: the arguments that select one, and the connection around it.
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { ConnectionNames } from '../../gateway/plan/conventions/Conventions.ts';
import type { PageArguments } from '../../gateway/plan/PagePlan.ts';
import { foldName, isEntity, isErrorField, isList } from './mockTypes.ts';
import { type MockContext, type MockObject, mockObject } from './MockContext.ts';
import { acceptsLeaf } from './mockLeaf.ts';

/** What an argument of a page means. */
type PageRole = keyof PageArguments;

/** One page of a list of objects: those from one index to another. */
export interface ListPage {
  item: GraphQLNamedType;
  keys: readonly string[];
  from: number;
  to: number;
  limit: number;
}

const ARGUMENTS: Readonly<Record<PageRole, string>> = {
  first: 'first limit take pageSize perPage per_page page_size size',
  after: 'after cursor pageToken page_token starting_after',
  last: 'last',
  before: 'before ending_before',
  offset: 'offset skip from',
  page: 'page pageNumber',
};

const ITEMS = ['nodes', 'items', 'results', 'data'];

/** The names of the arguments of a field that select a page, by what they mean. */
export function pageArguments(
  declared: readonly { name: string }[],
  connection: ConnectionNames,
): Readonly<Partial<Record<PageRole, string>>> {
  const found: Partial<Record<PageRole, string>> = {};
  for (const role of Object.keys(ARGUMENTS) as PageRole[]) {
    const usual = [connection[role], ...ARGUMENTS[role].split(' ')];
    const name = usual.find((candidate) => declared.some((argument) => argument.name === candidate));
    if (name !== undefined) found[role] = name;
  }
  // `from` alone is also the name of a filter.
  return Object.keys(found).length === 1 && found.offset === 'from' ? {} : found;
}

/** The page of a list of `keys`, whose cursors are the keys. An unknown cursor is the start or the end of the list. */
export function selectPage(
  keys: readonly string[],
  page: Readonly<Partial<Record<PageRole, unknown>>>,
  defaultLimit: number,
): Pick<ListPage, 'from' | 'to' | 'limit'> {
  const number = (value: unknown) => (typeof value === 'number' ? Math.max(0, Math.trunc(value)) : undefined);
  const position = (cursor: unknown) => (cursor == null ? -1 : keys.indexOf(String(cursor)));
  const isBackwards = page.last != null;
  const limit = number(isBackwards ? page.last : page.first) ?? defaultLimit;
  const skipped = number(page.offset) ?? Math.max(0, (number(page.page) ?? 1) - 1) * limit;
  const start = Math.min(keys.length, position(page.after) + 1 + skipped);
  const before = position(page.before);
  const end = Math.max(start, before === -1 ? keys.length : before);
  return isBackwards
    ? { from: Math.max(start, end - limit), to: end, limit }
    : { from: start, to: Math.min(end, start + limit), limit };
}

/**
 * The type of the items of a connection, in the sense of Relay or of any object around one page of a list; undefined for a type
 * that is none.
 */
export function connectionItem(
  type: GraphQLNamedType,
  { isPaged, connection }: { isPaged: boolean; connection: ConnectionNames },
): GraphQLNamedType | undefined {
  if (!isObjectType(type) || (isEntity(type) && !isPaged)) return undefined;
  const fields = Object.values(type.getFields()).filter((field) => !isErrorField(field));
  const lists = fields.filter((field) => isList(field.type) && isCompositeType(getNamedType(field.type)));
  const node = lists.map((field) => edgeNode(getNamedType(field.type))).find((found) => found !== undefined);
  if (node) return node;
  if (!isPaged && !/(connection|page|collection|aggregate)$/i.test(type.name)) return undefined;
  const items = [connection.nodes, ...ITEMS].map((name) => lists.find((field) => field.name === name));
  const list = items.find((field) => field !== undefined) ?? lists[0];
  if (list) return getNamedType(list.type);
  // The items may be one level further down, as in `hits { found { id } }`.
  const parts = fields.filter((field) => !isList(field.type)).map((field) => getNamedType(field.type));
  return parts
    .filter((part) => part !== type && !isEntity(part))
    .map((part) => connectionItem(part, { isPaged, connection }))
    .find((found) => found !== undefined);
}

/** The type of the `node` of an edge; undefined for a type that is no edge. */
export function edgeNode(type: GraphQLNamedType): GraphQLNamedType | undefined {
  const node = isObjectType(type) && !isEntity(type) ? type.getFields()['node'] : undefined;
  return node && isCompositeType(getNamedType(node.type)) ? getNamedType(node.type) : undefined;
}

/** The edge around an object, whose cursor is the key of the object. */
export function mockEdge(type: GraphQLNamedType, node: MockObject): MockObject {
  return mockObject(type.name, `edge.${node.key}`, { node, cursor: node.key });
}

/** The objects of a page. */
export function objectsOf({ item, keys, from, to }: ListPage): MockObject[] {
  return keys.slice(from, to).map((key) => mockObject(item.name, key));
}

/** The connection around a page, and the objects in it, such as `pageInfo`, with what they say of the page. */
export function mockConnection(type: GraphQLObjectType, key: string, list: ListPage, context: MockContext): MockObject {
  const { item } = list;
  const values: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const named = getNamedType(field.type);
    if (isErrorField(field)) continue;
    if (isList(field.type)) {
      if (named === item) values[field.name] = objectsOf(list);
      else if (edgeNode(named) === item) values[field.name] = objectsOf(list).map((object) => mockEdge(named, object));
    } else if (isLeafType(named)) {
      const fact = pageFact(field.name, list, context.conventions.connection);
      const fitting = [fact, String(fact)].find((value) => acceptsLeaf(named, value, context.conventions));
      if (fact !== undefined) values[field.name] = fact === null ? null : fitting;
    } else if (isObjectType(named) && named !== item && !isEntity(named) && named !== type) {
      const part = mockConnection(named, `${field.name}.${key}`, list, context);
      if (Object.keys(part.values).length > 0) values[field.name] = part;
    }
  }
  return mockObject(type.name, key, values);
}

/** What a field of this name says of a page; undefined where it says nothing of it. */
function pageFact(name: string, { keys, from, to, limit }: ListPage, names: ConnectionNames): unknown {
  const hasNext = to < keys.length;
  const [start, end] = to > from ? [keys[from], keys[to - 1]] : [null, null];
  const facts: readonly (readonly [names: string, fact: unknown])[] = [
    ['totalcount total count totalitems', keys.length],
    ['hasnextpage hasnext hasmore', hasNext],
    ['haspreviouspage hasprevious', from > 0],
    ['endcursor', end],
    ['startcursor', start],
    ['nextcursor nextpagetoken next', hasNext ? end : null],
    ['previouscursor previous', from > 0 ? start : null],
    ['limit perpage pagesize', limit],
    ['offset', from],
    ['page currentpage pagenumber', Math.floor(from / Math.max(1, limit)) + 1],
    ['totalpages pagecount lastpage', Math.ceil(keys.length / Math.max(1, limit))],
  ];
  const role = Object.entries(names).find(([, path]) => String(path).split('.').at(-1) === name)?.[0];
  const factOf = (alias: string) => facts.find(([aliases]) => aliases.split(' ').includes(foldName(alias)));
  // By its own name first: an `endCursor` that is `nextPageToken` says that there are more items.
  return (factOf(name) ?? factOf(role ?? ''))?.[1];
}

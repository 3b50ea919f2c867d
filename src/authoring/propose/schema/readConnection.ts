// Lists and connections: their pages, and the names of their arguments and fields.
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import type { ConnectionNames, PageStyle } from '../../../gateway/plan/conventions/Conventions.ts';
import { type Field, idOf, isLeaf, isList, selectableFields } from './fields.ts';

/** A list, or an object around one, that can be read in pages. */
export interface Connection {
  /** Arguments and fields that the pages use. */
  names: Partial<ConnectionNames>;
  /** Empty: it has no pages. */
  styles: readonly PageStyle[];
  item: GraphQLNamedType;
  /** How the items are selected in it; absent for a list without a connection. */
  items?: 'nodes' | 'edges';
}

type Arguments = 'first' | 'after' | 'last' | 'before' | 'offset' | 'page';

const ARGUMENTS: Readonly<Record<Arguments, readonly string[]>> = {
  first: ['first', 'limit', 'take', 'perPage', 'per_page', 'pageSize', 'page_size', 'maxResults', 'size', 'count'],
  after: ['after', 'cursor', 'afterCursor', 'startingAfter', 'starting_after', 'pageToken', 'nextToken'],
  last: ['last'],
  before: ['before'],
  offset: ['offset', 'skip'],
  page: ['page', 'pageNumber', 'page_number'],
};

const NODES = ['nodes', 'items', 'results', 'data', 'records', 'entries', 'list', 'rows', 'hits', 'objects', 'values'];
const TOTALS = ['totalCount', 'total', 'totalItems', 'total_count', 'count'];
const INFOS = ['pageInfo', 'page_info', 'pagination', 'info', 'meta', 'paging'];
const END_CURSORS = ['endCursor', 'end_cursor', 'nextCursor', 'next_cursor', 'nextToken', 'nextPageToken', 'cursor'];
const HAS_NEXT = ['hasNextPage', 'has_next_page', 'hasMore', 'has_more', 'hasNext'];
const INTEGER = /int|long/i;
const NO_CURSORS = new Set(['Int', 'Float', 'Boolean']);

/** The list that a field is, or the connection; undefined where it is an object or a scalar. */
export function readConnection(field: Field): Connection | undefined {
  const type = getNullableType(field.type);
  const args = findArguments(field);
  if (isListType(type)) {
    const item = getNamedType(type);
    return { item, ...pagesOf(args, {}) };
  }
  if (!isObjectType(type)) return undefined;
  const fields = selectableFields(type);
  // Relay identifies connections too.
  const isRelay = type.name.endsWith('Connection') && ['edges', 'pageInfo'].every((name) => name in type.getFields());
  if (idOf(type) && !isRelay) return undefined;
  const found = findItems(type.name, fields);
  if (!found) return undefined;
  return { ...found, ...pagesOf(args, { ...found.names, ...findInfo(fields) }) };
}

/** Whether a list has pages. */
export function isPaged(connection: Connection | undefined): boolean {
  return connection !== undefined && connection.styles.length > 0;
}

/** Whether an argument is the size or the number of a page. */
export function isPaging({ name, type }: GraphQLArgument): boolean {
  return PAGING.has(name) && INTEGER.test(getNamedType(type).name);
}

const PAGING = new Set(Object.values(ARGUMENTS).flat());

function findArguments({ args }: Field): Partial<Record<Arguments, string>> {
  const isUsable = (key: string, { type, defaultValue, deprecationReason }: GraphQLArgument) => {
    const inner = getNullableType(type);
    // Pages are counted from 1.
    if (deprecationReason != null || !isLeafType(inner) || (key === 'page' && defaultValue === 0)) return false;
    return key === 'after' || key === 'before' ? !NO_CURSORS.has(inner.name) : INTEGER.test(inner.name);
  };
  const found = Object.entries(ARGUMENTS).flatMap(([key, names]) => {
    const name = names.find((candidate) => args.some((arg) => arg.name === candidate && isUsable(key, arg)));
    return name === undefined ? [] : [[key, name] as const];
  });
  return Object.fromEntries(found);
}

function pagesOf(
  args: Partial<Record<Arguments, string>>,
  fields: Partial<ConnectionNames>,
): Pick<Connection, 'names' | 'styles'> {
  const styles: PageStyle[] = [];
  if (args.first !== undefined) {
    if (args.offset !== undefined) styles.push('OFFSET');
    if (args.offset !== undefined || args.page !== undefined) styles.push('PAGE');
    if (args.after !== undefined && fields.endCursor !== undefined) styles.push('CURSOR');
  }
  const { nodes } = fields;
  return { styles, names: styles.length > 0 ? { ...args, ...fields } : nodes === undefined ? {} : { nodes } };
}

/** The list in a connection: `nodes`, or `edges { node }`, or the only list of an object that is named as a page. */
function findItems(name: string, fields: readonly Field[]): Omit<Connection, 'styles'> | undefined {
  const named = (candidates: readonly string[]) =>
    candidates
      .map((candidate) => fields.find((field) => field.name === candidate && isList(field)))
      .find((list) => list);
  const edges = named(['edges']);
  const node = edges && selectableFields(getNamedType(edges.type)).find((field) => field.name === 'node');
  const hasInfo = fields.some((field) => INFOS.includes(field.name) && !isLeaf(field));
  const hasTotal = fields.some((field) => TOTALS.includes(field.name) && isLeaf(field));
  const isPage = hasInfo || /^Paginated|(?:Connection|Page|List|Collection)$/.test(name);
  if (!isPage && !node && !hasTotal) return undefined;
  const [list, another] = isPage ? fields.filter((field) => isList(field) && !isLeaf(field)) : [];
  const nodes = named(['nodes']) ?? (node ? undefined : (named(NODES) ?? (another ? undefined : list)));
  if (nodes) return { items: 'nodes', item: getNamedType(nodes.type), names: { nodes: nodes.name } };
  return node && !isList(node) ? { items: 'edges', item: getNamedType(node.type), names: {} } : undefined;
}

/** The names of what a connection says about its pages: fields of its own, or of one object in it. */
function findInfo(fields: readonly Field[]): Partial<ConnectionNames> {
  const infos = fields.filter((field) => INFOS.includes(field.name) && !isLeaf(field) && !isList(field));
  const places = [
    { prefix: '', all: fields },
    ...infos.map(({ name, type }) => ({ prefix: `${name}.`, all: selectableFields(getNamedType(type)) })),
  ];
  const find = <Key extends string>(key: Key, names: readonly string[], accepts: (type: string) => boolean) => {
    const found = places.flatMap(({ prefix, all }) => {
      const scalars = all.filter((field) => isLeaf(field) && !isList(field) && accepts(getNamedType(field.type).name));
      return names.filter((name) => scalars.some((field) => field.name === name)).map((name) => prefix + name);
    });
    return found[0] === undefined ? {} : ({ [key]: found[0] } as Record<Key, string>);
  };
  return {
    ...find('totalCount', TOTALS, (type) => INTEGER.test(type)),
    ...find('endCursor', END_CURSORS, (type) => !NO_CURSORS.has(type)),
    ...find('hasNextPage', HAS_NEXT, (type) => type === 'Boolean'),
  };
}

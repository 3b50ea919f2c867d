import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import type { ConnectionNames } from '../../../conventions/Conventions.ts';
import { isErrorField } from './errorTypes.ts';
import { isEntity } from './keyFields.ts';
import { edgeNode } from './mockEdge.ts';

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

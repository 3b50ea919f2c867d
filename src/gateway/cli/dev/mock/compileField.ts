import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { compileConnection } from './compileConnection.ts';
import { compileLeaf } from './compileLeaf.ts';
import { compileList } from './compileList.ts';
import { compileObject } from './compileObject.ts';
import { connectionItem } from './connectionItem.ts';
import { isErrorField } from './errorTypes.ts';
import type { MakeField } from './FieldPlace.ts';
import type { MockContext } from './MockContext.ts';
import { pageArguments } from './pageArguments.ts';

/** How many items a list of scalars or enums has, unless some are equal. */
const DEFAULT_LENGTH = 3;
/** Compiles the values of a field of the query type or of any object, by the key of the object and the arguments. */
export function compileField(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  context: MockContext,
): MakeField {
  if (isErrorField(field)) {
    if (isListType(getNullableType(field.type))) return () => [];
    if (!isNonNullType(field.type)) return () => null;
  }
  const named = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  if (isLeafType(named)) {
    if (!isList) return context.leaf(parent, field.name)!;
    const fieldName = field.name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
    const leaf = compileLeaf(named, { typeName: parent.name, fieldName }, context.conventions);
    return (key) => leafList(field.type, key, leaf);
  }
  const roles = pageArguments(
    field.args.map(({ name }) => name),
    context.conventions.connection,
  );
  const isPaged = Object.keys(roles).length > 0;
  if (isList) return compileList({ parent, field, context });
  const item = connectionItem(named, { isPaged, connection: context.conventions.connection });
  return item ? compileConnection({ parent, field, context }, item) : compileObject({ parent, field, context });
}

function leafList(type: GraphQLOutputType, key: string, leaf: (key: string) => unknown): unknown {
  const nullable = getNullableType(type);
  if (!isListType(nullable)) return leaf(key);
  const items = Array.from({ length: DEFAULT_LENGTH }, (_, index) =>
    leafList(nullable.ofType, `${index + 1}.${key}`, leaf),
  );
  return [...new Set(items)];
}

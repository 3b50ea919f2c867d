import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
} from 'graphql';

/** Whether an input can be written as text: a scalar or an enum, or a list of these. */
export function isTextInput({ type }: { type: GraphQLInputType }): boolean {
  const inner = getNullableType(type);
  const item = isListType(inner) ? getNullableType(inner.ofType) : inner;
  return isLeafType(item) && item.name !== 'Upload';
}

export function isSingleLeaf({ type }: { type: GraphQLInputType }): boolean {
  return isLeafType(getNullableType(type)) && getNamedType(type).name !== 'Upload';
}

/** Whether an input is a file, or has one in it; see the GraphQL multipart request specification. */
export function holdsUpload(input: { type: GraphQLInputType }, seen: Set<string> = new Set()): boolean {
  const named = getNamedType(input.type);
  if (named.name === 'Upload') return true;
  if (!isInputObjectType(named) || seen.has(named.name)) return false;
  seen.add(named.name);
  return Object.values(named.getFields()).some((field) => holdsUpload(field, seen));
}

/** The input object that an input is, where it is one and no list. */
export function inputObjectOf({ type }: { type: GraphQLInputType }): GraphQLInputObjectType | undefined {
  const inner = getNullableType(type);
  return isInputObjectType(inner) ? inner : undefined;
}

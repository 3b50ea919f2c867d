import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';

/** The type of the items of a list; an item alone stands for a list of it. See the GraphQL specification, section 3.11. */
export function itemType(type: GraphQLInputType): GraphQLInputType {
  const list = getNullableType(type);
  return isListType(list) ? list.ofType : type;
}

/** The type of a field of an input object; undefined for one that is none. */
export function inputFieldType(type: GraphQLInputType, field: string): GraphQLInputType | undefined {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return inputFieldType(nullable.ofType, field);
  return isInputObjectType(nullable) ? nullable.getFields()[field]?.type : undefined;
}

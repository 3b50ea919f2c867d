import {
  type ConstValueNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  Kind,
  type ConstObjectValueNode,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  valueFromAST,
} from 'graphql';
import { readConstant } from './constants.ts';

/**
 * A literal as the value of a variable in JSON: an enum value is its name, an ID a text, and a list always a list. Undefined
 * where it is not of the type. See the GraphQL specification, section 5.6.1, Values of Correct Type.
 */
export function literalValue(node: ConstValueNode, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return node.kind === Kind.NULL ? undefined : literalValue(node, type.ofType);
  if (node.kind === Kind.NULL) return null;
  if (isListType(type)) {
    const items = (node.kind === Kind.LIST ? node.values : [node]).map((each) => literalValue(each, type.ofType));
    return items.includes(undefined) ? undefined : items;
  }
  if (isInputObjectType(type)) return node.kind === Kind.OBJECT ? objectValue(node, type) : undefined;
  if (valueFromAST(node, type) === undefined) return undefined;
  const value = readConstant(node);
  return isEnumType(type) || type.name !== 'ID' ? value : String(value);
}

function objectValue({ fields: given }: ConstObjectValueNode, type: GraphQLInputObjectType): unknown {
  const fields = type.getFields();
  const values = new Map(
    given.map(({ name, value }) => {
      const field = fields[name.value];
      return [name.value, field && literalValue(value, field.type)] as const;
    }),
  );
  const isComplete = Object.values(fields).every((field) => values.has(field.name) || !isRequiredInputField(field));
  const isOne = values.size === 1 && ![...values.values()].includes(null);
  const isValid = isComplete && values.size === given.length && (!type.isOneOf || isOne);
  return !isValid || [...values.values()].includes(undefined) ? undefined : Object.fromEntries(values);
}

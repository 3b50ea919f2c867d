import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';

/** One argument or input field with the value that a request gives it. */
export interface GivenInput {
  name: string;
  value: unknown;
  /** Of a leaf, or of the items of a list of leaves. */
  leaf: GraphQLLeafType | undefined;
  isList: boolean;
  /** Of an input object; of a list of input objects those of each item. */
  parts: readonly GivenInput[];
  items: readonly (readonly GivenInput[])[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The arguments or input fields that have a value, which may be null. */
export function readInputs(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  values: Readonly<Record<string, unknown>>,
): GivenInput[] {
  return fields
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name, type }) => input(name, type, values[name]));
}

function input(name: string, type: GraphQLInputType, value: unknown): GivenInput {
  const named = getNamedType(type);
  const isList = isListType(getNullableType(type));
  if (!isInputObjectType(named)) return { name, value, leaf: named, isList, parts: [], items: [] };
  const read = (part: unknown) => (isRecord(part) ? readInputs(Object.values(named.getFields()), part) : []);
  return {
    name,
    value,
    leaf: undefined,
    isList,
    parts: isList ? [] : read(value),
    items: isList && Array.isArray(value) ? value.map(read) : [],
  };
}

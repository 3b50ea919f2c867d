import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
} from 'graphql';
import { type InputSpeller, inputObjectOf, isSingleLeaf, isTextInput } from './InputSpeller.ts';
import { isRequired, openInputs } from './schema/fields.ts';

const MAX_FILTERS = 8;
const EQUALS = ['eq', '_eq', 'equals', 'equalTo', 'is'];
const SIMPLE = new Set(['String', 'ID', 'Boolean', 'Int', 'UUID', 'uuid', 'citext']);
/** The filters that clients use most. */
const COMMON =
  /^(?:search|q|query|name|title|slug|status|state|type|kind|key|number|email|login|is[A-Z_].*|.*[iI]ds?)$/;

interface Filter {
  /** The way to the leaf: the field, and its comparator. */
  leaf: GraphQLInputField;
  comparator?: string;
  field: GraphQLInputField;
}

/**
 * An input object of a query with its simple fields as query parameters: `{ name: { eq: $name } }`. Without a text where it has
 * none; `missing` is then the coordinate of a required field that cannot be a query parameter.
 */
export function spellFilter(
  argument: GraphQLArgument | GraphQLInputField,
  speller: InputSpeller,
): { text?: string; missing?: string } {
  const type = inputObjectOf(argument)!;
  const fields = openInputs(Object.values(type.getFields()));
  const required = fields.filter(isRequired);
  // What may be absent as a whole cannot have a field that may not.
  if (!isRequired(argument) && required.length > 0) return {};
  const parts = new Map<string, string>();
  for (const field of required) {
    if (isTextInput(field)) {
      parts.set(field.name, speller.add(field, { owner: argument.name }));
      continue;
    }
    const inner = inputObjectOf(field) ? spellFilter(field, speller) : {};
    if (inner.text === undefined) return { missing: `${type.name}.${field.name}` };
    parts.set(field.name, inner.text);
  }
  if (!type.isOneOf) {
    for (const { field, leaf, comparator } of chooseFilters(type, fields)) {
      if (speller.has(field.name)) continue;
      const variable = speller.add(leaf, { name: field.name, required: false, owner: argument.name });
      parts.set(field.name, comparator === undefined ? variable : `{ ${comparator}: ${variable} }`);
    }
  }
  if (parts.size === 0) return {};
  const text = fields.flatMap(({ name }) => (parts.has(name) ? [`${name}: ${parts.get(name)}`] : [])).join(', ');
  return { text: `{ ${text} }` };
}

function chooseFilters(type: GraphQLInputObjectType, fields: readonly GraphQLInputField[]): Filter[] {
  const found = fields
    // An object with an id has a path of its own.
    .filter((field) => !isRequired(field) && !/^_?(?:and|or|not|id)$/i.test(field.name))
    .flatMap((field): Filter[] => {
      if (isSimple(field)) return [{ field, leaf: field }];
      const inner = inputObjectOf(field);
      if (!inner || inner === type || inner.isOneOf) return [];
      const all = Object.values(inner.getFields());
      const leaf = EQUALS.map((name) => all.find((each) => each.name === name)).find((each) => each);
      const isComplete =
        leaf && isSingleLeaf(leaf) && isSimple(leaf) && !all.some((each) => each !== leaf && isRequired(each));
      return isComplete ? [{ field, leaf, comparator: leaf.name }] : [];
    });
  const common = found.filter(({ field }) => COMMON.test(field.name));
  const chosen = new Set([...common, ...found.filter((each) => !common.includes(each))].slice(0, MAX_FILTERS));
  return found.filter((each) => chosen.has(each));
}

function isSimple(field: GraphQLInputField): boolean {
  const type = getNamedType(field.type);
  const inner = getNullableType(field.type);
  // A list of a list has no spelling.
  if (isListType(inner) && isListType(getNullableType(inner.ofType))) return false;
  return isTextInput(field) && (SIMPLE.has(type.name) || isEnumType(type));
}

import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { Skip } from '../Draft.ts';
import type { VariableCollector } from '../VariableCollector.ts';
import { chooseFilters, isOperator } from '../chooseFilters.ts';
import { leftOutComment } from '../formatDocument.ts';
import { camelCase, splitWords } from '../naming/words.ts';
import { type Field, isRequired, usableInputs } from '../schema/fields.ts';
import { holdsUpload, inputObjectOf, isKeyOf, isTextInput, keyRank } from '../schema/inputKeys.ts';
import { type Connection, isPaging } from '../schema/readConnection.ts';
import type { Placement } from './placeQuery.ts';

/** The arguments of a query, those of pages left to `@paginate`. `comment` names the fields of filters that are left out. */
export function renderQueryArguments(
  field: Field,
  { keys, noun, isOwnerKey, owner }: Placement,
  connection: Connection | undefined,
  collector: VariableCollector,
): { arguments: string[]; keys: Map<string, string>; comment: string } | Skip {
  const parts = new Map<string, string>();
  const variables = new Map<string, string>();
  const isPaged = connection !== undefined && connection.styles.length > 0;
  const paged = new Set<string | undefined>(
    isPaged ? [connection.names.first, connection.names.after, connection.names.offset, connection.names.page] : [],
  );
  const isPageArgument = (name: string) =>
    paged.has(name) || (connection !== undefined && /^(?:last|before)$/.test(name)) || (isPaged && name === 'after');
  const args = usableInputs(field.args).filter((each) => !isPageArgument(each.name));
  // The keys come first: they are in the path.
  for (const key of keys) {
    const name = isOwnerKey ? 'id' : key.name;
    variables.set(key.name, collector.add(key, { name, required: true }).slice(1));
  }
  const hasOptionalKey = keys.length > 0 && keys.every((key) => !isRequired(key));
  let hasFilter = false;
  let comment = '';
  const filters = args.filter((each) => inputObjectOf(each) && /^(?:where|filters?|condition)$/i.test(each.name));
  const filter = filters.find(isRequired) ?? filters.find(({ name }) => name === 'where') ?? filters[0];
  // Arguments of their own have their names before fields of filters, which may be called the same.
  for (const each of args.toSorted((a, b) => Number(isTextInput(b)) - Number(isTextInput(a)))) {
    const variable = variables.get(each.name);
    if (variable !== undefined) {
      parts.set(each.name, `$${variable}`);
      continue;
    }
    const required = isRequired(each);
    if (!required && (holdsUpload(each) || each.name.startsWith('distinct'))) continue;
    // A second size or number of pages means the same as the first.
    if (!required && isPaged && isPaging(each)) continue;
    // Of an object that is read by its id, its slug is no further condition, nor is the language of the slug.
    const isOtherKey = keyRank(each, noun) !== undefined || /^(?:slug|key)[A-Z]/.test(each.name);
    if (hasOptionalKey && !required && isOtherKey) continue;
    if (!required && owner && isKeyOf(each, each.name, owner)) continue;
    const object = inputObjectOf(each);
    if (isTextInput(each)) {
      parts.set(each.name, collector.add(each));
      continue;
    }
    const inWhere = object && keys.filter((key) => (Object.values(object.getFields()) as unknown[]).includes(key));
    if (inWhere && inWhere.length > 0) {
      parts.set(each.name, `{ ${inWhere.map(({ name }) => `${name}: $${variables.get(name)}`).join(', ')} }`);
      continue;
    }
    const sort = renderSort(each);
    if (sort !== undefined) {
      parts.set(each.name, collector.add(each, { directive: sort }));
      continue;
    }
    if (
      object &&
      (required || each === filter || (!filter && !hasFilter && /filter|where|condition|query|search/i.test(each.name)))
    ) {
      hasFilter ||= !required;
      const { text, missing, leftOut = [] } = renderFilter(each, collector, owner);
      comment += leftOutComment(leftOut, each.name);
      if (text !== undefined) parts.set(each.name, text);
      else if (required && missing === undefined) parts.set(each.name, '{}');
      else if (required) return { reason: `${missing} is required, and cannot be written as a query parameter.` };
      continue;
    }
    if (required)
      return { reason: `Its argument ${each.name} is required, and cannot be written as a query parameter.` };
  }
  const given = args.flatMap(({ name }) => (parts.has(name) ? [`${name}: ${parts.get(name)}`] : []));
  return { arguments: given, keys: variables, comment };
}

/**
 * An input object of a query with its simple fields as query parameters: `{ name: { eq: $name } }`. Without a text where it has
 * none; `missing` is then the coordinate of a required field that cannot be a query parameter. `leftOut` are the names of the other
 * fields, those that are the key of the `owner` in the path among them.
 */
function renderFilter(
  argument: GraphQLArgument | GraphQLInputField,
  collector: VariableCollector,
  owner?: readonly string[],
): { text?: string; missing?: string; leftOut?: readonly string[] } {
  const type = inputObjectOf(argument)!;
  const fields = usableInputs(Object.values(type.getFields()));
  const required = fields.filter(isRequired);
  // What may be absent as a whole cannot have a field that may not.
  if (!isRequired(argument) && required.length > 0) return {};
  const parts = new Map<string, string>();
  // An argument of its own has the same meaning, and is that parameter.
  const same = new Set<GraphQLInputField>();
  for (const field of required) {
    if (isTextInput(field)) {
      parts.set(field.name, collector.add(field, { owner: argument.name }));
      continue;
    }
    const inner = inputObjectOf(field) ? renderFilter(field, collector, owner) : {};
    if (inner.text === undefined) return { missing: `${type.name}.${field.name}` };
    parts.set(field.name, inner.text);
  }
  if (!type.isOneOf) {
    for (const { field, leaves, text } of chooseFilters(type, fields, owner)) {
      if (leaves.some(({ name }) => collector.has(name))) {
        same.add(field);
        continue;
      }
      const variables = leaves.map(({ name, input }) =>
        collector.add(input, { name, required: false, owner: argument.name }),
      );
      parts.set(field.name, text(variables));
    }
  }
  if (parts.size === 0) return {};
  const leftOut = fields
    .filter((field) => !parts.has(field.name) && !same.has(field) && !isOperator(field))
    .map(({ name }) => name);
  const text = fields.flatMap(({ name }) => (parts.has(name) ? [`${name}: ${parts.get(name)}`] : [])).join(', ');
  return { text: `{ ${text} }`, leftOut };
}

const MAX_FIELDS = 12;

/**
 * The directive for an argument that sorts by an input object of a field and a direction: `name` and `-name` stand for its
 * values. Undefined where the argument is something else.
 */
function renderSort({ name, type }: GraphQLArgument): string | undefined {
  if (!/^(?:sort|order)/i.test(name)) return undefined;
  const inner = getNullableType(type);
  const item = isListType(inner) ? getNullableType(inner.ofType) : inner;
  if (!isInputObjectType(item)) return undefined;
  const fields = Object.values(item.getFields());
  return byField(fields) ?? byName(fields);
}

/** `{ field: NAME, direction: ASC }`. */
function byField(fields: readonly GraphQLInputField[]): string | undefined {
  const direction = fields.find((each) => /^(?:direction|order)$/i.test(each.name));
  const field = fields.find((each) => /^(?:field|by|key)$/i.test(each.name));
  const [directionType, keyType] = [direction, field].map((each) => each && getNullableType(each.type));
  if (!direction || !field || !isEnumType(directionType) || !isEnumType(keyType)) return undefined;
  if (fields.some((each) => each !== direction && each !== field && isRequired(each))) return undefined;
  const directions = readDirections(directionType);
  if (!directions) return undefined;
  const values = keyType.getValues().filter(({ deprecationReason }) => deprecationReason == null);
  return directiveOf(
    values.map(({ name }) => ({
      text: camelCase(splitWords(name)),
      value: (each) => `{ ${field.name}: ${name}, ${direction.name}: ${each} }`,
    })),
    directions,
  );
}

/** `{ name: asc }`, as Hasura and Prisma have it. */
function byName(fields: readonly GraphQLInputField[]): string | undefined {
  const sorted = fields.filter((each) => !isRequired(each) && readDirections(getNullableType(each.type)));
  const [first] = sorted;
  const directions = first && readDirections(getNullableType(first.type));
  if (!directions) return undefined;
  return directiveOf(
    sorted.map(({ name }) => ({ text: name, value: (each) => `{ ${name}: ${each} }` })),
    directions,
  );
}

type Directions = readonly [ascending: string, descending: string];

function readDirections(type: unknown): Directions | undefined {
  if (!isEnumType(type)) return undefined;
  const find = (pattern: RegExp) => type.getValues().find((each) => pattern.test(each.name))?.name;
  const [ascending, descending] = [find(/^asc(?:ending)?$/i), find(/^desc(?:ending)?$/i)];
  return ascending === undefined || descending === undefined ? undefined : [ascending, descending];
}

function directiveOf(
  all: readonly { text: string; value(direction: string): string }[],
  [ascending, descending]: Directions,
): string {
  const values = all
    .slice(0, MAX_FIELDS)
    .flatMap(({ text, value }) => [
      `{ text: "${text}", value: ${value(ascending)} }`,
      `{ text: "-${text}", value: ${value(descending)} }`,
    ]);
  return `@param(values: [${values.join(' ')}])`;
}

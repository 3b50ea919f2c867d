// The arguments of a query, with the variables that become its path and its query parameters.
import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { Skip, VariableCollector } from '../Draft.ts';
import { chooseFilters, isOperator } from '../chooseFilters.ts';
import { leftOutComment } from '../formatDocument.ts';
import { type Words, camelCase, splitWords } from '../naming/words.ts';
import { type Field, isRequired, usableInputs } from '../schema/fields.ts';
import { holdsUpload, innerInputs, inputObjectOf, isKeyOf, isTextInput, keyRank } from '../schema/inputKeys.ts';
import { type Connection, isPaging } from '../schema/readConnection.ts';
import type { Placement } from './placeQuery.ts';

/** The arguments of a query, those of pages left to `@paginate`. `comment` names the fields of filters that are left out. */
export function renderQueryArguments(
  field: Field,
  { keys, noun, isOwnerKey, owner }: Pick<Placement, 'keys' | 'noun' | 'isOwnerKey' | 'owner'>,
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
  const args = usableInputs(field.args).filter((input) => !isPageArgument(input.name));
  // The keys come first: they are in the path.
  for (const key of keys) {
    const name = isOwnerKey ? 'id' : key.name;
    variables.set(key.name, collector.add(key, { name, required: true }).slice(1));
  }
  const hasOptionalKey = keys.length > 0 && keys.every((key) => !isRequired(key));
  let comment = '';
  const filters = args.filter((arg) => inputObjectOf(arg) && FILTER.test(arg.name));
  const filter =
    filters.find(isRequired) ?? filters.find(({ name }) => /^(?:where|filters?)$/i.test(name)) ?? filters[0];
  // Arguments of their own have their names before fields of filters, which may be called the same.
  for (const arg of args.toSorted((a, b) => Number(isTextInput(b)) - Number(isTextInput(a)))) {
    const variable = variables.get(arg.name);
    if (variable !== undefined) {
      parts.set(arg.name, `$${variable}`);
      continue;
    }
    const required = isRequired(arg);
    if (!required && (holdsUpload(arg) || arg.name.startsWith('distinct'))) continue;
    // A second size or number of pages means the same as the first.
    if (!required && isPaged && isPaging(arg)) continue;
    // Of an object that is read by its id, its slug is no further condition, nor is the language of the slug.
    const isOtherKey = keyRank(arg, noun) !== undefined || /^(?:slug|key)[A-Z]/.test(arg.name);
    if (hasOptionalKey && !required && isOtherKey) continue;
    if (!required && owner && isKeyOf(arg, arg.name, owner)) continue;
    const object = inputObjectOf(arg);
    if (isTextInput(arg)) {
      parts.set(arg.name, collector.add(arg));
      continue;
    }
    const inWhere = object && keys.filter((key) => (Object.values(object.getFields()) as unknown[]).includes(key));
    if (inWhere && inWhere.length > 0) {
      parts.set(arg.name, `{ ${inWhere.map(({ name }) => `${name}: $${variables.get(name)}`).join(', ')} }`);
      continue;
    }
    const sort = renderSort(arg);
    if (sort !== undefined) {
      parts.set(arg.name, collector.add(arg, { directive: sort }));
      continue;
    }
    if (object && (required || arg === filter)) {
      const { text, missing, leftOut = [] } = renderFilter(arg, collector, owner);
      comment += leftOutComment(leftOut, arg.name);
      if (text !== undefined) parts.set(arg.name, text);
      else if (required && missing === undefined) parts.set(arg.name, '{}');
      else if (required) return { reason: `${missing} is required, and cannot be written as a query parameter.` };
      continue;
    }
    if (required)
      return { reason: `Its argument ${arg.name} is required, and cannot be written as a query parameter.` };
  }
  const texts = args.flatMap(({ name }) => (parts.has(name) ? [`${name}: ${parts.get(name)}`] : []));
  return { arguments: texts, keys: variables, comment };
}

/**
 * An input object of a query with its simple fields as query parameters: `{ name: { eq: $name } }`. Without a text where it has
 * none; `missing` is then the coordinate of a required field that cannot be a query parameter. `leftOut` are the names of the other
 * fields, those that are the key of the `owner` in the path among them.
 */
function renderFilter(
  argument: GraphQLArgument | GraphQLInputField,
  collector: VariableCollector,
  owner?: Words,
): { text?: string; missing?: string; leftOut?: readonly string[] } {
  const type = inputObjectOf(argument)!;
  const fields = innerInputs(argument);
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

/** The names of filters. */
const FILTER = /filter|where|condition|query|search/i;
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
  const direction = fields.find(({ name }) => /^(?:direction|order)$/i.test(name));
  const key = fields.find(({ name }) => /^(?:field|by|key)$/i.test(name));
  const keyType = key && getNullableType(key.type);
  const directions = readDirections(direction);
  if (!direction || !directions || !key || !isEnumType(keyType)) return undefined;
  if (fields.some((field) => field !== direction && field !== key && isRequired(field))) return undefined;
  const names = keyType.getValues().filter(({ deprecationReason }) => deprecationReason == null);
  return sortDirective(
    names.map(({ name }) => ({ text: camelCase(splitWords(name)), before: `${key.name}: ${name}, ${direction.name}` })),
    directions,
  );
}

/** `{ name: asc }`, as Hasura and Prisma have it. */
function byName(fields: readonly GraphQLInputField[]): string | undefined {
  const sorted = fields.filter((field) => !isRequired(field) && readDirections(field));
  const directions = readDirections(sorted[0]);
  return (
    directions &&
    sortDirective(
      sorted.map(({ name }) => ({ text: name, before: name })),
      directions,
    )
  );
}

type Directions = readonly [ascending: string, descending: string];

function readDirections(field: GraphQLInputField | undefined): Directions | undefined {
  const type = field && getNullableType(field.type);
  if (!isEnumType(type)) return undefined;
  const [ascending, descending] = [/^asc(?:ending)?$/i, /^desc(?:ending)?$/i].map(
    (pattern) => type.getValues().find((value) => pattern.test(value.name))?.name,
  );
  return ascending === undefined || descending === undefined ? undefined : [ascending, descending];
}

/** `before` is the value of a text, up to its direction. */
function sortDirective(all: readonly { text: string; before: string }[], [ascending, descending]: Directions): string {
  const values = all
    .slice(0, MAX_FIELDS)
    .flatMap(({ text, before }) => [
      `{ text: "${text}", value: { ${before}: ${ascending} } }`,
      `{ text: "-${text}", value: { ${before}: ${descending} } }`,
    ]);
  return `@param(values: [${values.join(' ')}])`;
}

import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNullableType,
  isEnumType,
  isListType,
  isInputObjectType,
} from 'graphql';
import { camelCase } from './naming/camelCase.ts';
import { splitWords } from './naming/splitWords.ts';
import { isRequired } from './schema/fields.ts';

const MAX_FIELDS = 12;

/**
 * The directive for an argument that sorts by an input object of a field and a direction: `name` and `-name` stand for its
 * values. Undefined where the argument is something else.
 */
export function renderSort({ name, type }: GraphQLArgument): string | undefined {
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

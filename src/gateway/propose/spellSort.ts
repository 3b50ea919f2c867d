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
export function spellSort({ name, type }: GraphQLArgument): string | undefined {
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
  const [directions, keys] = [direction, field].map((each) => each && getNullableType(each.type));
  if (!direction || !field || !isEnumType(directions) || !isEnumType(keys)) return undefined;
  if (fields.some((each) => each !== direction && each !== field && isRequired(each))) return undefined;
  const ways = waysOf(directions);
  if (!ways) return undefined;
  const values = keys.getValues().filter(({ deprecationReason }) => deprecationReason == null);
  return directiveOf(
    values.map(({ name }) => ({
      text: camelCase(splitWords(name)),
      value: (way) => `{ ${field.name}: ${name}, ${direction.name}: ${way} }`,
    })),
    ways,
  );
}

/** `{ name: asc }`, as Hasura and Prisma have it. */
function byName(fields: readonly GraphQLInputField[]): string | undefined {
  const sorted = fields.filter((each) => !isRequired(each) && waysOf(getNullableType(each.type)));
  const [first] = sorted;
  const ways = first && waysOf(getNullableType(first.type));
  if (!ways) return undefined;
  return directiveOf(
    sorted.map(({ name }) => ({ text: name, value: (way) => `{ ${name}: ${way} }` })),
    ways,
  );
}

type Ways = readonly [up: string, down: string];

function waysOf(type: unknown): Ways | undefined {
  if (!isEnumType(type)) return undefined;
  const find = (pattern: RegExp) => type.getValues().find((each) => pattern.test(each.name))?.name;
  const [up, down] = [find(/^asc(?:ending)?$/i), find(/^desc(?:ending)?$/i)];
  return up === undefined || down === undefined ? undefined : [up, down];
}

function directiveOf(all: readonly { text: string; value(way: string): string }[], [up, down]: Ways): string {
  const values = all
    .slice(0, MAX_FIELDS)
    .flatMap(({ text, value }) => [
      `{ text: "${text}", value: ${value(up)} }`,
      `{ text: "-${text}", value: ${value(down)} }`,
    ]);
  return `@param(values: [${values.join(' ')}])`;
}

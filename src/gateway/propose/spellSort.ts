import { type GraphQLArgument, getNullableType, isEnumType, isListType, isInputObjectType } from 'graphql';
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
  const direction = fields.find((each) => /^(?:direction|order)$/i.test(each.name));
  const field = fields.find((each) => /^(?:field|by|key)$/i.test(each.name));
  const [directions, keys] = [direction, field].map((each) => each && getNullableType(each.type));
  if (!direction || !field || !isEnumType(directions) || !isEnumType(keys)) return undefined;
  if (fields.some((each) => each !== direction && each !== field && isRequired(each))) return undefined;
  const find = (pattern: RegExp) => directions.getValues().find((each) => pattern.test(each.name))?.name;
  const [up, down] = [find(/^asc(?:ending)?$/i), find(/^desc(?:ending)?$/i)];
  if (up === undefined || down === undefined) return undefined;
  const values = keys
    .getValues()
    .filter(({ deprecationReason }) => deprecationReason == null)
    .slice(0, MAX_FIELDS)
    .flatMap((key) => {
      const text = camelCase(splitWords(key.name));
      return [
        `{ text: "${text}", value: { ${field.name}: ${key.name}, ${direction.name}: ${up} } }`,
        `{ text: "-${text}", value: { ${field.name}: ${key.name}, ${direction.name}: ${down} } }`,
      ];
    });
  return `@param(values: [${values.join(' ')}])`;
}

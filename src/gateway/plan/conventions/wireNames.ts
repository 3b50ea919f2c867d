import type { GraphQLEnumType } from 'graphql';
import type { Conventions, EnumConvention } from './Conventions.ts';

/** A field, or an input field, of a type as it is written on the wire, where a document gives it no alias. */
export function fieldOnWire(type: string, name: string, conventions: Pick<Conventions, 'case' | 'names'>): string {
  const coordinate = `${type}.${name}`;
  const { names } = conventions;
  return Object.hasOwn(names, coordinate) ? names[coordinate]! : nameOnWire(name, conventions);
}

/** Whether the conventions say that a field, or an input field, or what is at a level of its lists, is never null, although the schema allows it. */
export function isNeverNull(type: string, name: string, { nonNull }: Pick<Conventions, 'nonNull'>, level = 0): boolean {
  return [name, '*'].some((field) => nonNull.includes(`${type}.${field}${'[]'.repeat(level)}`));
}

/** A name of the schema as it is written on the wire, where the author of a document has not written another. */
export function nameOnWire(name: string, { case: style }: Pick<Conventions, 'case'>): string {
  return style === 'schema' || !/[A-Z]/.test(name) ? name : snakeCase(name);
}

/** The name of a type as a `__typename` has it on the wire. */
export function typeNameOnWire(name: string, { enums }: Pick<Conventions, 'enums'>): string {
  return textOf(name, enums['__typename'] ?? 'schema');
}

/** How each value of an enum is written on the wire, by its name in the schema. */
export function enumTexts(type: GraphQLEnumType, { enums }: Pick<Conventions, 'enums'>): ReadonlyMap<string, string> {
  const convention = enums[type.name] ?? enums['*'] ?? 'schema';
  return new Map(type.getValues().map(({ name }) => [name, textOf(name, convention)]));
}

/** `firstName` and `FIRST_NAME` as `first_name`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** The name of an enum value or of a type by its convention. */
function textOf(name: string, convention: EnumConvention): string {
  if (typeof convention === 'object') return Object.hasOwn(convention, name) ? convention[name]! : name;
  if (convention === 'schema') return name;
  if (convention === 'lowercase') return name.toLowerCase();
  const words = snakeCase(name);
  return convention === 'snake_case' ? words : words.replaceAll('_', '-');
}

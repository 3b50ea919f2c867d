import type { GraphQLEnumType } from 'graphql';
import type { Conventions, EnumCase } from './Conventions.ts';
import { snakeCase } from './nameOnWire.ts';

/** How each value of an enum is written on the wire, by its name in the schema. */
export function enumTexts(type: GraphQLEnumType, { enums }: Conventions): ReadonlyMap<string, string> {
  const convention = enums[type.name] ?? enums['*'] ?? 'schema';
  const textOf = (name: string) =>
    typeof convention === 'string' ? inCase(name, convention) : (convention[name] ?? name);
  return new Map(type.getValues().map(({ name }) => [name, textOf(name)]));
}

function inCase(name: string, style: EnumCase): string {
  if (style === 'schema') return name;
  if (style === 'lowercase') return name.toLowerCase();
  const words = snakeCase(name);
  return style === 'snake_case' ? words : words.replaceAll('_', '-');
}

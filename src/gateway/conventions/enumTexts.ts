import type { GraphQLEnumType } from 'graphql';
import type { Conventions } from './Conventions.ts';

/** How each value of an enum is written on the wire, by its name in the schema. */
export function enumTexts(type: GraphQLEnumType, { enums }: Conventions): ReadonlyMap<string, string> {
  const convention = enums[type.name] ?? enums['*'] ?? 'schema';
  const textOf = (name: string) => {
    if (convention === 'schema') return name;
    if (convention === 'lowercase') return name.toLowerCase();
    return convention[name] ?? name;
  };
  return new Map(type.getValues().map(({ name }) => [name, textOf(name)]));
}

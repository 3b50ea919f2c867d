import type { GraphQLEnumType } from 'graphql';
import type { Conventions } from './Conventions.ts';
import { inCase } from './inCase.ts';

/** How each value of an enum is written on the wire, by its name in the schema. */
export function enumTexts(type: GraphQLEnumType, { enums }: Pick<Conventions, 'enums'>): ReadonlyMap<string, string> {
  const convention = enums[type.name] ?? enums['*'] ?? 'schema';
  const textOf = (name: string) =>
    typeof convention === 'string' ? inCase(name, convention) : (convention[name] ?? name);
  return new Map(type.getValues().map(({ name }) => [name, textOf(name)]));
}

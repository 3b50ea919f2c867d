import { Kind } from 'graphql';
import type { ParameterPlan } from './ParameterPlan.ts';
import { nullableNode, typeName, typeNode } from './typeNode.ts';
import type { TypeTable } from './TypeTable.ts';

/** The texts that a parameter of Accept-Language selects one of; undefined for any other parameter, and for a plain text. */
export function findLanguages(
  { name, source, type, constraints }: ParameterPlan,
  { enums }: TypeTable,
): readonly string[] | undefined {
  const isLanguage = source === 'header' && name.toLowerCase() === 'accept-language';
  if (!isLanguage || nullableNode(typeNode(type)).kind === Kind.LIST_TYPE) return undefined;
  const { values } = constraints;
  if (values) return values.map(({ text }) => text);
  const named = typeName(type);
  return Object.hasOwn(enums, named) ? Object.values(enums[named]!.values) : undefined;
}

import {
  type ConstValueNode,
  GraphQLEnumType,
  type GraphQLInputType,
  getNamedType,
  valueFromASTUntyped,
} from 'graphql';
import type { Conventions } from '../document/Conventions.ts';
import { enumTexts } from '../document/enumTexts.ts';

/** A default as a client would write it: enum values have their wire text. Undefined for none, and for null. */
export function defaultOnWire(
  node: ConstValueNode | undefined,
  type: GraphQLInputType,
  conventions: Conventions,
): unknown {
  const value = node && valueFromASTUntyped(node);
  if (value === undefined || value === null) return undefined;
  const named = getNamedType(type);
  if (!(named instanceof GraphQLEnumType)) return value;
  const texts = enumTexts(named, conventions);
  const textOf = (name: unknown) => texts.get(String(name)) ?? name;
  return Array.isArray(value) ? value.map(textOf) : textOf(value);
}

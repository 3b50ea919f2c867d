import { getNamedType, isEnumType } from 'graphql';
import type { Conventions } from '../document/Conventions.ts';
import { enumTexts } from '../document/enumTexts.ts';
import type { Parameter } from './Parameter.ts';

/** The value of a parameter in a path or a query as a client writes it; not for lists. */
export function textOnWire({ type }: Parameter, value: unknown, conventions: Conventions): string {
  const named = getNamedType(type);
  const text = isEnumType(named) ? enumTexts(named, conventions).get(String(value)) : undefined;
  return text ?? String(value);
}

import { getNamedType, isEnumType } from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import { enumTexts } from '../conventions/enumTexts.ts';
import type { Parameter } from '../plan/Parameter.ts';

/** The value of a parameter in a path or a query as a client writes it; not for lists. */
export function textOnWire({ type }: Parameter, value: unknown, conventions: Conventions): string {
  const named = getNamedType(type);
  const text = isEnumType(named) ? enumTexts(named, conventions).get(String(value)) : undefined;
  return text ?? String(value);
}

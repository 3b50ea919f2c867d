import { type GraphQLNamedType, isScalarType, isSpecifiedScalarType } from 'graphql';
import type { Conventions, ScalarConvention } from '../conventions/Conventions.ts';
import type { Constraints } from '../plan/Constraints.ts';

/** The bounds of one value, wherever they come from. */
export interface Bounds extends Omit<Constraints, 'pattern' | 'minItems' | 'maxItems'> {
  /** The text as a whole matches each of them. */
  patterns: readonly string[];
}

export const INT_32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** An empty text is never an id, a date or an address: only String itself may be empty. */
const NOT_EMPTY = { minLength: 1 };

/** What a type bounds by itself, in the words of `@param`. */
export function boundsOfType(type: GraphQLNamedType, { scalars }: Conventions): Constraints {
  if (type.name === 'Int') return INT_32;
  if (type.name === 'ID') return NOT_EMPTY;
  if (!isScalarType(type) || isSpecifiedScalarType(type)) return {};
  const {
    type: json = 'string',
    minimum,
    maximum,
    maxLength,
    pattern,
  }: Partial<ScalarConvention> = scalars[type.name] ?? {};
  return {
    ...(json === 'string' && NOT_EMPTY),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
}

/** The bounds of a type and those of a `@param` on it: both hold. */
export function narrow(own: Constraints, param: Constraints): Bounds {
  const both = (key: 'min' | 'max' | 'minLength' | 'maxLength', pick: (...values: number[]) => number) => {
    const values = [own[key], param[key]].filter((each) => each !== undefined);
    return values.length > 0 && { [key]: pick(...values) };
  };
  return {
    ...both('min', Math.max),
    ...both('max', Math.min),
    ...both('minLength', Math.max),
    ...both('maxLength', Math.min),
    patterns: [...new Set([own.pattern, param.pattern].filter((each) => each !== undefined))],
  };
}

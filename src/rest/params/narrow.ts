import { type GraphQLNamedType, isScalarType, isSpecifiedScalarType } from 'graphql';
import type { Conventions } from '../document/Conventions.ts';
import type { Constraints } from './Constraints.ts';

/** The bounds of one value, wherever they come from. */
export interface Bounds extends Omit<Constraints, 'pattern' | 'minItems' | 'maxItems'> {
  /** The text as a whole matches each of them. */
  patterns: readonly string[];
}

export const INT_32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** What a type bounds by itself, in the words of `@param`. */
export function boundsOfType(type: GraphQLNamedType, { scalars }: Conventions): Constraints {
  if (!isScalarType(type) || isSpecifiedScalarType(type)) return type.name === 'Int' ? INT_32 : {};
  const { minimum, maximum, maxLength, pattern } = scalars[type.name] ?? {};
  return {
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

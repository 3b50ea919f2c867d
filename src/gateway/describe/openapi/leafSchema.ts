import { type GraphQLEnumType, GraphQLScalarType, isSpecifiedScalarType } from 'graphql';
import type { Conventions } from '../../conventions/Conventions.ts';
import { enumTexts } from '../../conventions/enumTexts.ts';
import { INT_32 } from '../../request/narrow.ts';
import type { Schema } from './Schema.ts';

const SPECIFIED: Readonly<Record<string, Schema>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer', format: 'int32', minimum: INT_32.min, maximum: INT_32.max },
  Float: { type: 'number', format: 'double' },
  Boolean: { type: 'boolean' },
};

/** An integer with an example, because tools make up one of its bounds. */
export function withExample(leaf: Schema): Schema {
  const { type, minimum = 1, maximum = 1 } = leaf as { type?: unknown; minimum?: number; maximum?: number };
  if (type !== 'integer') return leaf;
  return { ...leaf, examples: [Math.max(minimum, Math.min(1, maximum))] };
}

/** How a scalar or an enum looks in JSON. */
export function leafSchema(type: GraphQLScalarType | GraphQLEnumType, conventions: Conventions): Schema {
  if (!(type instanceof GraphQLScalarType)) {
    return { type: 'string', enum: [...enumTexts(type, conventions).values()] };
  }
  if (isSpecifiedScalarType(type)) return SPECIFIED[type.name]!;
  const { type: json, pattern, ...rest } = conventions.scalars[type.name] ?? { type: 'string' };
  return {
    ...(json !== 'any' && { type: json }),
    ...(json === 'integer' && { format: 'int64' }),
    ...rest,
    ...(pattern !== undefined && { pattern: `^(?:${pattern})$` }),
  };
}

import { GraphQLEnumType, type GraphQLInputType, getNullableType, isScalarType } from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';

/** An example as a client would send it: what is no text is written as JSON. Text that is no JSON stays as it is. */
export function exampleOnWire(example: string | undefined, type: GraphQLInputType, conventions: Conventions): unknown {
  if (example === undefined || isText(getNullableType(type), conventions)) return example;
  try {
    return JSON.parse(example) as unknown;
  } catch {
    return example;
  }
}

function isText(type: GraphQLInputType, { scalars }: Conventions): boolean {
  if (!isScalarType(type)) return type instanceof GraphQLEnumType;
  if (['Int', 'Float', 'Boolean'].includes(type.name)) return false;
  return (scalars[type.name]?.type ?? 'string') === 'string';
}

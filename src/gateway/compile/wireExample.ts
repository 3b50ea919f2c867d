import { type GraphQLInputType, getNullableType, isEnumType, isScalarType } from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';

/** An example as a client would send it. One of a type that is not text is JSON, or the text itself where it is not JSON. */
export function wireExample(example: string, type: GraphQLInputType, conventions: Conventions): unknown {
  if (isText(getNullableType(type), conventions)) return example;
  try {
    return JSON.parse(example) as unknown;
  } catch {
    return example;
  }
}

function isText(type: GraphQLInputType, { scalars }: Conventions): boolean {
  if (!isScalarType(type)) return isEnumType(type);
  if (['Int', 'Float', 'Boolean'].includes(type.name)) return false;
  return (scalars[type.name]?.type ?? 'string') === 'string';
}

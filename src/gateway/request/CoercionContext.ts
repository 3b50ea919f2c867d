import type { GraphQLScalarType } from 'graphql';
import type { TypeContext } from '../plan/bounds.ts';

/** What values are coerced with: the types of a version, and the custom scalars of the schema. */
export interface CoercionContext extends TypeContext {
  /** The custom scalar of this name; undefined where the schema has none. */
  scalar(name: string): GraphQLScalarType | undefined;
}

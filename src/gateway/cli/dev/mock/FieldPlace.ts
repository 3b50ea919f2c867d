import type { GraphQLField, GraphQLObjectType } from 'graphql';
import type { MockContext } from './MockContext.ts';

/** A field of an object type. */
export interface FieldPlace {
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  context: MockContext;
}

/** Makes the value of a field by the key of its object and the arguments. */
export type MakeField = (key: string, args: Readonly<Record<string, unknown>>) => unknown;

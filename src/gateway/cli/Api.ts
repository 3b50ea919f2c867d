import type { GraphQLSchema } from 'graphql';
import type { RestEngine } from '../createRestEngine.ts';

/** A compiled API that commands read; it executes nothing. */
export interface Api {
  schema: GraphQLSchema;
  rest: RestEngine;
}

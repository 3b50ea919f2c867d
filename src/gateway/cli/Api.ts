import type { GraphQLSchema } from 'graphql';
import type { RestEngine } from '../createRestEngine.ts';

/** An API as commands read it: compiled, but not served. */
export interface Api {
  schema: GraphQLSchema;
  rest: RestEngine;
}

import type { GraphQLSchema } from 'graphql';
import type { Engine } from '../createEngine.ts';

/** An API as commands read it: compiled, but not served. */
export interface Api {
  schema: GraphQLSchema;
  rest: Engine;
}

// A folder of endpoint documents over a schema, compiled to the plan of an API. Refuses documents that are wrong, and then names
// everything that is.
import type { GraphQLSchema } from 'graphql';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import { createCompiler } from './createCompiler.ts';

/** Compiles all versions in a folder; throws a DocumentError with every diagnostic. */
export function compileApi(folder: string, schema: GraphQLSchema): ApiPlan {
  return createCompiler(schema)(folder);
}

import type { GraphQLSchema } from 'graphql';
import type { Prepare } from '../../execution/Execute.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';

/** What executes the operations of the endpoints. */
export interface DataSource {
  /** For people, after "with": `mock data`. */
  description: string;
  /** Whether it is a remote API, which authenticates where Portico does not. */
  isRemote: boolean;
  /** Prepares the operations of a plan over its schema. */
  prepare(schema: GraphQLSchema, plan: ApiPlan): Promise<Prepare>;
  /** Rejects while it cannot execute. */
  ping(): Promise<void>;
}

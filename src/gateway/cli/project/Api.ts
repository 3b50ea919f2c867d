import type { GraphQLSchema } from 'graphql';
import type { EngineSettings } from '../../createEngine.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';

/** A compiled API, as commands read it. */
export interface Api {
  schema: GraphQLSchema;
  plan: ApiPlan;
  /** `info.contact` and `info.license` of the OpenAPI documents. */
  publisher?: EngineSettings['publisher'];
  /** Whether the server of a host serves it, which has no page of changes to link to. */
  isLibrary?: boolean;
}

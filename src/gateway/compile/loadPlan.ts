import type { GraphQLSchema } from 'graphql';
import { compileApi } from './compileApi.ts';
import { DEFAULT_API, loadApiProperties } from '../plan/conventions/apiProperties.ts';
import { DocumentError } from '../base/errors/Diagnostic.ts';
import { type ApiPlan, readPlan } from '../plan/ApiPlan.ts';
import { readFittingPlan } from '../plan/coordinates.ts';

/** The source of a plan: a folder of endpoint documents, or the JSON that `portico build` wrote. */
export type PlanSource = { endpoints: string } | { plan: unknown };

/**
 * The plan of an API over a schema. Throws a DocumentError for documents that do not compile, or that have words which are
 * not executed yet, and an error that names each coordinate where the schema does not fit a built plan.
 */
export function loadPlan(source: PlanSource, schema: GraphQLSchema): ApiPlan {
  if ('plan' in source) return readFittingPlan(source.plan, schema);
  const compiled = compileApi(source.endpoints, schema);
  if (compiled.unsupported.length > 0) throw new DocumentError(compiled.unsupported);
  return compiled;
}

/** The name of an API, before its documents are compiled. Throws a DocumentError where api.json is not valid. */
export function readApiName(source: PlanSource): string {
  const api = 'plan' in source ? (readPlan(source.plan).api ?? DEFAULT_API) : loadApiProperties(source.endpoints);
  return api.name;
}

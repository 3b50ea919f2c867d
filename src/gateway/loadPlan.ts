import type { GraphQLSchema } from 'graphql';
import { compileApi } from './compile/compileApi.ts';
import { DEFAULT_API, loadApiProperties } from './conventions/apiProperties.ts';
import { DocumentError } from './errors/Diagnostic.ts';
import { type ApiPlan, readPlan } from './plan/ApiPlan.ts';
import { findMisfits } from './plan/coordinates.ts';

/** The source of a plan: a folder of endpoint documents, or the JSON that `portico build` wrote. */
export type PlanSource = { endpoints: string } | { plan: unknown };

/** A plan of another API would list every coordinate. */
const MAX_MISFITS = 20;

/**
 * The plan of an API over a schema. Throws a DocumentError for documents that do not compile, or that have words which are
 * not executed yet, and an error that names each coordinate where the schema does not fit a built plan.
 */
export function loadPlan(source: PlanSource, schema: GraphQLSchema): ApiPlan {
  if ('endpoints' in source) {
    const compiled = compileApi(source.endpoints, schema);
    if (compiled.unsupported.length > 0) throw new DocumentError(compiled.unsupported);
    return compiled;
  }
  const plan = readPlan(source.plan);
  const misfits = findMisfits(plan, schema);
  if (misfits.length === 0) return plan;
  const shown = misfits.slice(0, MAX_MISFITS);
  const more = misfits.length - shown.length;
  const lines = more > 0 ? [...shown, `… and ${more} more.`] : shown;
  throw new Error(`The schema does not fit the plan; run portico build again.\n${lines.join('\n')}`);
}

/** The name of an API, before its documents are compiled. Throws a DocumentError where api.json is not valid. */
export function readApiName(source: PlanSource): string {
  const api = 'plan' in source ? (readPlan(source.plan).api ?? DEFAULT_API) : loadApiProperties(source.endpoints);
  return api.name;
}

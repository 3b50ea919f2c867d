import { type ApiPlan, PLAN_FORMAT } from './ApiPlan.ts';

/** The plan in the JSON that `portico build` wrote; throws where it is none, or of another format. */
export function readPlan(json: unknown): ApiPlan {
  const { format, versions } = (json ?? {}) as { format?: unknown; versions?: unknown };
  if (typeof format !== 'number' || !Array.isArray(versions)) {
    throw new Error('The plan is not valid; expected the JSON that "portico build" writes.');
  }
  if (format !== PLAN_FORMAT) {
    throw new Error(
      `The plan has format ${format}, but this version of Portico requires format ${PLAN_FORMAT}; run "portico build" again.`,
    );
  }
  return json as ApiPlan;
}

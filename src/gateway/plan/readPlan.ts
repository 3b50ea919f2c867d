import * as z from 'zod';
import { type ApiPlan, PLAN_FORMAT } from './ApiPlan.ts';

const RECORD = z.record(z.string(), z.unknown());
const LIST = z.array(z.unknown());

/** What is read of a plan before its first request. A plan is trusted beyond that: `portico build` has checked it. */
const PLAN = z.looseObject({
  versions: z
    .array(
      z.looseObject({
        number: z.int().positive(),
        conventions: RECORD,
        types: z.looseObject({ enums: RECORD, inputs: RECORD }),
        endpoints: z.array(
          z.looseObject({
            name: z.string(),
            method: z.string(),
            path: z.string(),
            segments: z.array(RECORD),
            operations: RECORD,
            parameters: z.array(RECORD),
            result: RECORD,
            scopes: LIST,
            source: RECORD,
          }),
        ),
      }),
    )
    .min(1),
  coordinates: z.record(z.string(), z.string()),
  warnings: z.array(z.string()),
});

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
  const { error } = PLAN.safeParse(json);
  if (!error) return json as ApiPlan;
  const [{ path, message }] = error.issues as [z.core.$ZodIssue];
  throw new Error(
    `The plan is not valid at ${z.core.toDotPath(path)} (${message}); expected the JSON that "portico build" writes.`,
  );
}

import type { ApiProperties } from './conventions/apiProperties.ts';
import type { Conventions } from './conventions/Conventions.ts';
import type { Interval } from './conventions/dateTimes.ts';
import type { Diagnostic } from '../base/errors/Diagnostic.ts';
import type { EndpointPlan } from './EndpointPlan.ts';
import type { TypeTable } from './TypeTable.ts';

/** The format of `ApiPlan`; a plan of another format has to be built again. */
export const PLAN_FORMAT = 18;

/** All versions of an API, compiled: what `portico build` writes. */
export interface ApiPlan {
  format: typeof PLAN_FORMAT;
  /** The content of api.json, with every default. Absent: there is no such file. */
  api?: ApiProperties;
  /** The lowest first. At least one, in a plan that is served. */
  versions: readonly VersionPlan[];
  /**
   * The schema coordinates that the operations use, with their definitions: `User.name` is `String!`. A schema fits the plan
   * when it defines each of them in the same way. See the GraphQL specification, section 3.14, Schema Coordinates.
   */
  coordinates: Readonly<Record<string, string>>;
  /** What is unusual about the documents, but not an error. */
  warnings: readonly string[];
  /** Valid words of the vocabulary that are not executed yet: such a plan can be checked, but not served. */
  unsupported: readonly Diagnostic[];
}

export interface VersionPlan {
  number: number;
  conventions: Conventions;
  types: TypeTable;
  endpoints: readonly EndpointPlan[];
  /** When its endpoints do not respond, the first interval first; absent for never. */
  brownouts?: readonly Interval[];
}

/** Whether requests to an endpoint are 410 at some time, before or after its end. */
export function canEnd(
  { sunset }: Pick<EndpointPlan, 'sunset'>,
  { brownouts, conventions }: Pick<VersionPlan, 'brownouts' | 'conventions'>,
): boolean {
  return brownouts !== undefined || (sunset !== undefined && conventions.afterSunset === 'gone');
}

/**
 * The plan in the JSON that `portico build` wrote; throws where it is none, or of another format. It is trusted beyond that:
 * `portico build` has checked it.
 */
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

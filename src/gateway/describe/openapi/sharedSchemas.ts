import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { Schema } from './Schema.ts';
import { errorSchema, problemSchema } from './errorSchema.ts';

/** The components of every document that no endpoint has. */
export const RESERVED_SCHEMAS = ['Error', 'Problem'] as const;

/** The schemas of errors; versions may have different ones. */
export function sharedSchemas(versions: readonly VersionPlan[]): Record<(typeof RESERVED_SCHEMAS)[number], Schema> {
  const errors = versions.map(({ conventions }) => errorSchema(conventions.errors.body));
  const distinct = [...new Map(errors.map((each) => [JSON.stringify(each), each])).values()];
  return {
    Error: distinct.length === 1 ? distinct[0]! : { description: 'An error.', anyOf: distinct },
    Problem: problemSchema(versions),
  };
}

// Compares two revisions of one OpenAPI document and tells what breaks clients of the first. What is added and optional
// breaks nobody; what cannot be compared is taken for a break.
import type { Schema } from '../../rest/openapi/Schema.ts';
import type { Change } from '../Change.ts';
import { describeDifference } from './describeDifference.ts';
import { findDifferences } from './findDifferences.ts';
import { RULES } from './rules.ts';

/** Every change that breaks clients; one that shows in several endpoints, as a change of a shape does, is told once. */
export function compareOpenApi(before: Schema, after: Schema): Change[] {
  const changes = new Map<string, Change & { where: string[] }>();
  for (const difference of findDifferences(before, after)) {
    const harm = RULES[difference.subject](difference);
    if (!harm) continue;
    const { endpoint } = difference;
    const what = describeDifference(difference);
    const key = `${what} ${harm.whom}`;
    const change = changes.get(key) ?? { what, ...harm, where: [] };
    if (endpoint !== '' && !change.where.includes(endpoint)) change.where.push(endpoint);
    changes.set(key, change);
  }
  return [...changes.values()];
}

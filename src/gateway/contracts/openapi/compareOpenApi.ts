// Compares two revisions of one OpenAPI document and tells what breaks clients of the first. What is added and optional
// breaks nobody; what cannot be compared is taken for a break.
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { Change } from '../Change.ts';
import { describeDifference } from './describeDifference.ts';
import { findDifferences } from './findDifferences.ts';
import { RULES } from './rules.ts';

/**
 * Every change that breaks clients, but for those of endpoints that have ended; one that shows in several endpoints, as a
 * change of a shape does, is told once.
 */
export function compareOpenApi(
  before: Schema,
  after: Schema,
  hasEnded: (endpoint: string) => boolean = () => false,
): Change[] {
  const changes = new Map<string, Change & { where: string[] }>();
  for (const difference of findDifferences(before, after)) {
    const harm = RULES[difference.subject](difference);
    const { endpoint } = difference;
    if (!harm || hasEnded(endpoint)) continue;
    const what = describeDifference(difference);
    const key = `${what} ${harm.whom}`;
    const change = changes.get(key) ?? { what, ...harm, where: [] };
    if (endpoint !== '' && !change.where.includes(endpoint)) change.where.push(endpoint);
    changes.set(key, change);
  }
  return [...changes.values()];
}

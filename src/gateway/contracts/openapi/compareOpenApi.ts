// Compares two revisions of one OpenAPI document and finds what breaks clients of the first. An optional addition breaks
// nobody; a difference that cannot be judged counts as breaking.
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { BreakingChange } from '../BreakingChange.ts';
import { describeDifference } from './describeDifference.ts';
import { findDifferences } from './findDifferences.ts';
import { RULES } from './rules.ts';

/** Every change that breaks clients, but for those of endpoints that have ended; a change of several endpoints is one. */
export function compareOpenApi(
  before: Schema,
  after: Schema,
  hasEnded: (endpoint: string) => boolean = () => false,
): BreakingChange[] {
  const changes = new Map<string, BreakingChange & { endpoints: string[] }>();
  for (const difference of findDifferences(before, after)) {
    const impact = RULES[difference.subject](difference);
    const { endpoint } = difference;
    if (!impact || hasEnded(endpoint)) continue;
    const description = describeDifference(difference);
    const key = `${description} ${impact.affected}`;
    const change = changes.get(key) ?? { change: description, ...impact, endpoints: [] };
    if (endpoint !== '' && !change.endpoints.includes(endpoint)) change.endpoints.push(endpoint);
    changes.set(key, change);
  }
  return [...changes.values()];
}

import type { Difference } from '../openapi/Difference.ts';
import { asObject } from '../openapi/OpenApiReader.ts';
import { describeDifference } from '../openapi/describeDifference.ts';

/** The endpoints that were added or removed, or that require other scopes, as a Markdown list. */
export function describeEndpoints(differences: readonly Difference[]): string {
  return differences
    .flatMap((difference) => {
      const { subject, endpoint, after } = difference;
      if (subject === 'endpoint') {
        const summary = asObject(after)['summary'];
        return [`- ${describeDifference(difference)}${typeof summary === 'string' ? ` ${summary}.` : ''}`];
      }
      return subject === 'scopes' ? [`- \`${endpoint}\`: ${describeDifference(difference)}`] : [];
    })
    .join('\n');
}

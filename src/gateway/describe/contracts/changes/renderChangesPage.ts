// The page of changes: what clients have to change to move from one version to the next. It is derived from the plans of
// the versions, so that it is complete.
import { groupBy } from '../../groupBy.ts';
import type { Schema } from '../../openapi/Schema.ts';
import { versionDocument } from '../../openapi/describeApi.ts';
import { describeOperations } from '../../openapi/operations/describeOperations.ts';
import { formatDateTime } from '../../../plan/conventions/dateTimes.ts';
import type { ApiPlan, VersionPlan } from '../../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../plan/EndpointPlan.ts';
import type { Difference } from '../openapi/Difference.ts';
import { OpenApiReader, asObject } from '../openapi/OpenApiReader.ts';
import { describeDifference } from '../openapi/describeDifference.ts';
import { findDifferences } from '../openapi/findDifferences.ts';
import { describeChangedParts } from './describeChangedParts.ts';

/** The first line of the page. */
export const CHANGES_TITLE = '# Changes between versions';

const OPENING = `${CHANGES_TITLE}

The changes that a client has to make to move from one version to the next. Everything else is the same in both. A version
does not change once it is published, but its responses may gain properties, and its requests optional parameters and
properties.`;

/** The page in Markdown, from the plans of all versions. */
export function renderChangesPage({ versions }: ApiPlan): string {
  const steps = versions.slice(1).map((version, index) => renderStep(versions[index]!, version));
  const none = `Version ${versions[0]?.number} is the only one: there is nothing to compare.`;
  return `${[OPENING, ...(steps.length > 0 ? steps : [none]), describeEnds(versions)].join('\n\n')}\n`;
}

function renderStep(version: VersionPlan, next: VersionPlan): string {
  const [before, after] = [documentOf(version), documentOf(next)];
  const differences = findDifferences(before, after);
  const reader = new OpenApiReader(after);
  const responses = differences.filter(({ use }) => use !== 'request');
  const requests = differences.filter(({ use }) => use === 'request');
  const sections = [
    ['Responses', describeChangedParts(responses, reader)],
    ['Requests', describeChangedParts(requests, reader)],
    ['Endpoints', describeEndpoints(differences)],
  ] as const;
  const texts = sections.map(([title, text]) => `### ${title}\n\n${text || 'No changes.'}`);
  return [`## From version ${version.number} to version ${next.number}`, ...texts].join('\n\n');
}

function documentOf(version: VersionPlan): Schema {
  const api = { name: '', defaultVersion: version.number, versioning: 'path' } as const;
  return versionDocument(describeOperations(version), api, { basePath: '' });
}

function describeEndpoints(differences: readonly Difference[]): string {
  return differences
    .flatMap((difference) => {
      const { subject, endpoint, after } = difference;
      if (subject === 'endpoint') {
        const summary = asObject(after)['summary'];
        return [`- ${describeDifference(difference)}${typeof summary === 'string' ? ` ${summary}.` : ''}`];
      }
      return subject === 'scopes' || subject === 'tool' ? [`- \`${endpoint}\`: ${describeDifference(difference)}`] : [];
    })
    .join('\n');
}

function describeEnds(versions: readonly VersionPlan[]): string {
  const lines = versions.flatMap(({ number, endpoints }) =>
    [...groupBy(endpoints, datesOf)].flatMap(([dates, group]) => {
      if (dates === '') return [];
      const names =
        group.length === endpoints.length
          ? 'all endpoints'
          : group.map(({ method, path }) => `\`${method} ${path}\``).join(', ');
      return `- Version ${number}: ${dates}: ${names}.`;
    }),
  );
  const pauses = versions.flatMap(({ number, brownouts = [] }) =>
    brownouts.map(({ start, end }) => {
      const [from, to] = [start, end].map((time) => formatDateTime(time / 1000));
      return `- Version ${number}: no responses but 410 from ${from} to ${to}.`;
    }),
  );
  const parts = versions.flatMap(describeParts);
  return `## Deprecations\n\n${[...lines, ...pauses, ...parts].join('\n') || 'Nothing is deprecated.'}`;
}

/** Its deprecated parameters and fields. */
function describeParts({ number, endpoints }: VersionPlan): string[] {
  const parts = endpoints.flatMap(({ method, path, deprecations = [] }) =>
    deprecations.map(({ kind, name, reason }) => ({
      text: `${kind} \`${name}\`: ${reason.replaceAll(/\s+/g, ' ')}`,
      endpoint: `\`${method} ${path}\``,
    })),
  );
  return [...groupBy(parts, ({ text }) => text)].map(
    ([text, same]) => `- Version ${number}, ${same.map(({ endpoint }) => endpoint).join(', ')}: ${text}`,
  );
}

/** '' of what stays. */
function datesOf({ deprecated, sunset }: EndpointPlan): string {
  return [deprecated && `deprecated since ${deprecated}`, sunset && `ends on ${sunset}`].filter(Boolean).join(', ');
}

// Writes the page that tells people what a client has to change when it moves from one version to the next. It is made
// by comparing the versions, so that it cannot miss anything.
import type { Endpoint } from '../../runtime/Endpoint.ts';
import { describeVersion } from '../../describe/openapi/describeOpenApi.ts';
import type { Schema } from '../../describe/openapi/Schema.ts';
import { OpenApiReader } from '../openapi/OpenApiReader.ts';
import { findDifferences } from '../openapi/findDifferences.ts';
import { describeEndpoints } from './describeEndpoints.ts';
import { describeHolders } from './describeHolders.ts';
import { describeEnds } from './describeEnds.ts';

const OPENING = `# Changes between versions

What a client has to change to move from one version to the next. What is not named here is the same in both. A version
does not change once it is published, except that answers may gain properties, and requests what is optional.`;

/** The page in Markdown, from the endpoints of every version. */
export function renderChanges(endpoints: readonly Endpoint[]): string {
  const versions = [...new Set(endpoints.map(({ version }) => version))].sort((a, b) => a - b);
  const steps = versions.slice(1).map((version, index) => {
    const before = versions[index]!;
    return renderStep(before, version, documentOf(endpoints, before), documentOf(endpoints, version));
  });
  const none = `There is only version ${versions[0]}, so that there is nothing to compare.`;
  return `${[OPENING, ...(steps.length > 0 ? steps : [none]), describeEnds(endpoints)].join('\n\n')}\n`;
}

function renderStep(version: number, next: number, before: Schema, after: Schema): string {
  const differences = findDifferences(before, after);
  const reader = new OpenApiReader(after);
  const sections = [
    [
      'Answers',
      describeHolders(
        differences.filter(({ use }) => use !== 'request'),
        reader,
      ),
    ],
    [
      'Requests',
      describeHolders(
        differences.filter(({ use }) => use === 'request'),
        reader,
      ),
    ],
    ['Endpoints', describeEndpoints(differences)],
  ] as const;
  const told = sections.map(([title, text]) => `### ${title}\n\n${text || 'Nothing differs.'}`);
  return [`## From version ${version} to version ${next}`, ...told].join('\n\n');
}

/** The document of a version, without what a setting adds to it. */
function documentOf(endpoints: readonly Endpoint[], version: number): Schema {
  const settings = {
    apiName: '',
    basePath: '',
    defaultVersion: version,
    versions: [version],
    versioning: 'path',
  } as const;
  return describeVersion(endpoints, version, settings);
}

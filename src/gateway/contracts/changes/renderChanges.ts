// Writes the page that tells people what a client has to change when it moves from one version to the next. It is made
// by comparing the versions, so that it cannot miss anything.
import { describeOperations } from '../../describe/openapi/describeOperations.ts';
import { versionDocument } from '../../describe/openapi/versionDocument.ts';
import type { Schema } from '../../describe/openapi/Schema.ts';
import type { ApiPlan, VersionPlan } from '../../plan/ApiPlan.ts';
import { OpenApiReader } from '../openapi/OpenApiReader.ts';
import { findDifferences } from '../openapi/findDifferences.ts';
import { describeEndpoints } from './describeEndpoints.ts';
import { describeHolders } from './describeHolders.ts';
import { describeEnds } from './describeEnds.ts';

const OPENING = `# Changes between versions

What a client has to change to move from one version to the next. What is not named here is the same in both. A version
does not change once it is published, except that responses may gain properties, and requests optional
parameters and properties.`;

/** The page in Markdown, from the plans of all versions. */
export function renderChanges({ versions }: ApiPlan): string {
  const steps = versions.slice(1).map((version, index) => renderStep(versions[index]!, version));
  const none = `Version ${versions[0]?.number} is the only one: there is nothing to compare.`;
  return `${[OPENING, ...(steps.length > 0 ? steps : [none]), describeEnds(versions)].join('\n\n')}\n`;
}

function renderStep(version: VersionPlan, next: VersionPlan): string {
  const [before, after] = [describe(version), describe(next)];
  const differences = findDifferences(before, after);
  const reader = new OpenApiReader(after);
  const sections = [
    [
      'Responses',
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
  const texts = sections.map(([title, text]) => `### ${title}\n\n${text || 'Nothing differs.'}`);
  return [`## From version ${version.number} to version ${next.number}`, ...texts].join('\n\n');
}

/** The document of a version, without the settings of a server. */
function describe(version: VersionPlan): Schema {
  return versionDocument(describeOperations(version), {
    apiName: '',
    basePath: '',
    defaultVersion: version.number,
    versioning: 'path',
  });
}

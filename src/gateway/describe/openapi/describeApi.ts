// The OpenAPI 3.1 documents of an API: one for each version, and one for the unversioned paths, where Accept chooses the
// version. They are derived from its plan alone.
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import type { Schema } from './Schema.ts';
import { describeUnversioned } from './describeUnversioned.ts';
import { describeVersion } from './describeVersion.ts';

/** The documents by the path below the base path at which each is served, such as `/v1/openapi.json`. */
export function describeApi({ versions }: ApiPlan, settings: OpenApiSettings): Map<string, Schema> {
  const { versioning } = settings;
  const documents = new Map<string, Schema>();
  if (versioning !== 'header') {
    for (const version of versions) {
      documents.set(`/v${version.number}/openapi.json`, describeVersion(version, settings));
    }
  }
  if (versioning !== 'path') documents.set('/openapi.json', describeUnversioned(versions, settings));
  return documents;
}

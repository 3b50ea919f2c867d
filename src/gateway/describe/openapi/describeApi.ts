// The OpenAPI 3.1 documents of an API: one for each version, and one for the unversioned paths, where Accept chooses the
// version. They are derived from its plan alone.
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import type { Schema } from './Schema.ts';
import { describeOperations } from './describeOperations.ts';
import { unversionedDocument } from './unversionedDocument.ts';
import { versionDocument } from './versionDocument.ts';

/** The documents by the path below the base path at which each is served, such as `/v1/openapi.json`. */
export function describeApi({ versions }: ApiPlan, settings: OpenApiSettings): Map<string, Schema> {
  const { versioning } = settings;
  const all = versions.map(describeOperations);
  const documents = new Map<string, Schema>();
  if (versioning !== 'header') {
    for (const each of all) documents.set(`/v${each.version.number}/openapi.json`, versionDocument(each, settings));
  }
  if (versioning !== 'path') documents.set('/openapi.json', unversionedDocument(all, settings));
  return documents;
}

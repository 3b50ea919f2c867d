import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_CONVENTIONS } from '../../conventions/Conventions.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import type { Components, Schema } from './Schema.ts';
import { sharedComponents } from './describeResponses.ts';
import { describeSecurity } from './securitySchemes.ts';

/** The parts in which the documents of an API differ. */
export interface DocumentParts {
  version: string;
  /** The URL that the paths are below. */
  server: string;
  /** The Paths Object. */
  paths: Schema;
  /** The schemas that the paths refer to. */
  components: Components;
  /** A paragraph of the description. */
  note?: string;
}

/** An OpenAPI document of some versions. */
export function buildDocument(
  { version, server, paths, components, note }: DocumentParts,
  versions: readonly VersionPlan[],
  { apiName, publisher, open = false }: OpenApiSettings,
): Schema {
  const shared = sharedComponents(versions);
  const security = describeSecurity(versions);
  const isDefault = versions.every(({ conventions }) =>
    isDeepStrictEqual(conventions.errors.body, DEFAULT_CONVENTIONS.errors.body),
  );
  const errors = isDefault ? 'are `{"error": "…"}`' : 'have the schema `Error`';
  const responses = onlyUsed(shared.responses, [paths]);
  const tags = new Set(
    versions.flatMap(({ endpoints }) =>
      endpoints.flatMap(({ segments: [first] }) => (first?.kind === 'literal' ? first.text : [])),
    ),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: apiName,
      version,
      description: [
        ...(open ? [] : [`Requests carry ${security.description}; every endpoint names the scopes that it requires.`]),
        ...(note === undefined ? [] : [note]),
        `HEAD works wherever GET does, and OPTIONS answers 204 with Allow. Errors ${errors}, or RFC 9457 problem documents for clients that prefer application/problem+json.`,
      ].join('\n\n'),
      ...publisher,
    },
    servers: [{ url: server }],
    tags: [...tags].sort().map((name) => ({ name, description: `Everything about ${name}.` })),
    paths,
    components: {
      ...(!open && { securitySchemes: security.schemes }),
      headers: onlyUsed(shared.headers, [paths, responses]),
      responses,
      schemas: {
        ...shared.schemas,
        ...Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      },
    },
  };
}

/** Those of the components that a `$ref` names. */
function onlyUsed(components: Schema, by: readonly Schema[]): Schema {
  const text = JSON.stringify(by);
  return Object.fromEntries(Object.entries(components).filter(([name]) => text.includes(`/${name}"`)));
}

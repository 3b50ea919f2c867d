import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_CONVENTIONS } from '../../conventions/defaultConventions.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { Method } from '../../plan/EndpointPlan.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import type { Components, Schema } from './Schema.ts';
import { checkDocument } from './checkDocument.ts';
import { describeTags } from './describeTags.ts';
import { ERROR_RESPONSES } from './errorResponses.ts';
import { referencesOf } from './referencesOf.ts';
import { RESPONSE_HEADERS } from './responseHeaders.ts';
import { describeSecurity } from './securitySchemes.ts';
import { sharedSchemas } from './sharedSchemas.ts';

/** The parts in which the documents of an API differ. */
export interface DocumentParts {
  version: string;
  /** The URL that the paths are below. */
  server: string;
  operations: readonly { path: string; method: Method; operation: Schema }[];
  /** The schemas that the operations refer to. */
  components: Components;
  /** A paragraph of the description. */
  note?: string;
}

/** An OpenAPI document of some versions. Throws where it would not be valid. */
export function buildDocument(
  { version, server, operations, components, note }: DocumentParts,
  versions: readonly VersionPlan[],
  { apiName, publisher, open = false }: OpenApiSettings,
): Schema {
  const security = describeSecurity(versions);
  const isRequired = versions.every(({ endpoints }) => endpoints.every(({ auth }) => auth === 'REQUIRED'));
  const where = isRequired ? '' : ' where an endpoint requires it';
  const paths = pathsObject(operations);
  const used = referencesOf(paths);
  const responses = onlyUsed('responses', ERROR_RESPONSES, used);
  for (const reference of referencesOf(responses)) used.add(reference);
  const document = {
    openapi: '3.1.0',
    info: {
      title: apiName,
      version,
      description: [
        ...(open
          ? []
          : [`Requests carry ${security.description}${where}; every endpoint names the scopes that it requires.`]),
        ...(note === undefined ? [] : [note]),
        `HEAD works wherever GET does, and OPTIONS returns 204 with Allow. ${errorsInWords(versions)}`,
      ].join('\n\n'),
      ...publisher,
    },
    servers: [{ url: server }],
    tags: describeTags(operations.map(({ operation }) => operation)),
    paths,
    components: {
      ...(!open && { securitySchemes: security.schemes }),
      headers: onlyUsed('headers', RESPONSE_HEADERS, used),
      responses,
      schemas: { ...sharedSchemas(versions), ...sortedByKey(Object.fromEntries(components)) },
    },
  };
  checkDocument(document);
  return document;
}

/** The Paths Object of OpenAPI, sorted by path. */
function pathsObject(operations: DocumentParts['operations']): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const { path, method, operation } of operations) (paths[path] ??= {})[method.toLowerCase()] = operation;
  return sortedByKey(paths);
}

function errorsInWords(versions: readonly VersionPlan[]): string {
  const isDefault = versions.every(({ conventions }) =>
    isDeepStrictEqual(conventions.errors.body, DEFAULT_CONVENTIONS.errors.body),
  );
  const body = isDefault ? 'are `{"error": "…"}`' : 'have the schema `Error`';
  return `Errors ${body}, or RFC 9457 problem documents for clients that prefer application/problem+json.`;
}

function sortedByKey(node: Schema): Schema {
  return Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Those of the components that a reference names. */
function onlyUsed(kind: string, components: Schema, used: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(`#/components/${kind}/${name}`)));
}

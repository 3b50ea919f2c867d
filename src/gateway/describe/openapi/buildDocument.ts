import { isDeepStrictEqual } from 'node:util';
import type { ApiProperties } from '../../plan/conventions/apiProperties.ts';
import type { ErrorConventions } from '../../plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../plan/conventions/defaultConventions.ts';
import { statusOfCode } from '../../plan/conventions/errorConventions.ts';
import { EXPLANATIONS, type ErrorCode, RETRIES, STATUS_OF_CODE } from '../../base/errors/codes.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { Method } from '../../plan/EndpointPlan.ts';
import type { OpenApiSettings } from './OpenApiSettings.ts';
import { type Components, type Schema, referencesOf } from './Schema.ts';
import { type Examples, withExamples } from './examples.ts';
import { errorResponses } from './operations/describeResponses.ts';
import { responseHeaders } from './operations/responseHeaders.ts';
import { sharedSchemas, wireCode } from './schemas/errorSchema.ts';
import { describeSecurity } from './securitySchemes.ts';

/** The parts in which the documents of an API differ. */
export interface DocumentParts {
  api: ApiProperties;
  version: string;
  /** The URL that the paths are below. */
  server: string;
  operations: readonly { path: string; method: Method; operation: Schema }[];
  /** The schemas that the operations refer to. */
  components: Components;
  /** A paragraph of the description. */
  note?: string;
}

/** An OpenAPI document of some versions. */
export function buildDocument(
  { api, version, server, operations, components, note }: DocumentParts,
  versions: readonly VersionPlan[],
  { publisher }: OpenApiSettings,
): Schema {
  const { title, description, ...own } = api.info ?? {};
  const security = describeSecurity(versions, api.securitySchemes);
  const isRequired = versions.every(({ endpoints }) => endpoints.every(({ auth }) => auth === 'REQUIRED'));
  const where = isRequired ? '' : ' where an endpoint requires it';
  const used = referencesOf(operations.map(({ operation }) => operation));
  const responses = onlyUsed('responses', errorResponses(versions, api.securitySchemes), used);
  referencesOf(responses, used);
  const required = operations.flatMap(({ operation }) => (operation['security'] as Schema[]).flatMap(Object.keys));
  const schemes = Object.fromEntries(Object.entries(security.schemes).filter(([name]) => required.includes(name)));
  const isSecured = required.length > 0;
  const schemas: Record<string, Schema> = {
    ...(onlyUsed('schemas', sharedSchemas(versions), used) as Record<string, Schema>),
    ...(sortedByKey(Object.fromEntries(components)) as Record<string, Schema>),
  };
  const examples: Examples = new Map();
  const paths = pathsObject(
    operations.map(({ operation, ...place }) => ({ ...place, operation: withExamples(operation, schemas, examples) })),
  );
  const accepts = textsOf(versions, 'accepts');
  const accepted = Object.entries(accepts).map(([type, sent]) => `\`${type}\` for \`${sent}\``);
  return {
    openapi: '3.1.0',
    info: {
      title: title ?? api.name,
      version,
      description: [
        description,
        isSecured &&
          `Requests carry ${security.description}${where}; every endpoint names the scopes that it requires.`,
        note,
        accepted.length > 0 && `\`Accept\` may also name ${accepted.join(', ')}.`,
        `HEAD works wherever GET does, and OPTIONS returns 204 with Allow. ${errorsInWords(versions)}`,
        describeCodes(versions),
      ]
        .filter(Boolean)
        .join('\n\n'),
      ...publisher,
      ...own,
    },
    servers: [{ url: server }],
    ...(accepted.length > 0 && { 'x-accepts': accepts }),
    tags: describeTags(operations, versions),
    paths,
    components: {
      ...(isSecured && { securitySchemes: schemes }),
      headers: onlyUsed('headers', responseHeaders(versions), used),
      responses,
      schemas,
      ...(examples.size > 0 && { examples: sortedByKey(Object.fromEntries(examples)) }),
    },
  };
}

const HEAD = ['| Code | Status | Cause | Remedy | Retry |', '| --- | --- | --- | --- | --- |'];

/**
 * The codes of errors that Portico itself raises, each with its cause, a remedy and whether a retry is safe: a table in Markdown
 * that a page shows closed. Codes and statuses are those of the conventions of the versions.
 */
export function describeCodes(versions: readonly VersionPlan[]): string {
  const all = versions.map(({ conventions }) => conventions.errors);
  const codes = (Object.keys(STATUS_OF_CODE) as ErrorCode[]).filter((code) => !EXPLANATIONS[code].graphqlOnly);
  const rows = codes.flatMap((code) => all.map((errors) => rowOf(code, errors)));
  return ['<details><summary>Error codes</summary>', '', ...HEAD, ...new Set(rows), '', '</details>'].join('\n');
}

/** The Tag Objects of the operations, sorted by name; the conventions describe them, those of the first version before others. */
function describeTags(operations: DocumentParts['operations'], versions: readonly VersionPlan[]): Schema[] {
  const names = new Set(operations.flatMap(({ operation }) => operation['tags'] as string[]));
  const descriptions = textsOf(versions, 'tags');
  return [...names].sort().map((name) => ({
    name,
    ...(Object.hasOwn(descriptions, name) && { description: descriptions[name] }),
  }));
}

/** A convention of texts by name: where versions differ, that of the first. */
function textsOf(versions: readonly VersionPlan[], key: 'accepts' | 'tags'): Readonly<Record<string, string>> {
  return Object.assign({}, ...versions.map(({ conventions }) => conventions[key]).toReversed()) as Record<
    string,
    string
  >;
}

function pathsObject(operations: DocumentParts['operations']): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const { path, method, operation } of operations) (paths[path] ??= {})[method.toLowerCase()] = operation;
  return sortedByKey(paths);
}

function errorsInWords(versions: readonly VersionPlan[]): string {
  const errors = versions.map(({ conventions }) => conventions.errors);
  const isDefault = errors.every(({ body }) => isDeepStrictEqual(body, DEFAULT_CONVENTIONS.errors.body));
  const body = isDefault ? 'are `{"error": "…"}`' : 'have the schema `Error`';
  const types = [...new Set(errors.map(({ mediaType }) => mediaType))];
  if (types.every((type) => type.startsWith('application/problem+json')))
    return `Errors ${body}, as ${types.join(', ')}.`;
  const as = types.every((type) => type === DEFAULT_CONVENTIONS.errors.mediaType) ? '' : ` as ${types.join(' or ')}`;
  return `Errors ${body}${as}, or RFC 9457 problem documents for clients that prefer application/problem+json.`;
}

function sortedByKey(node: Schema): Schema {
  return Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function onlyUsed(kind: string, components: Schema, used: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(`#/components/${kind}/${name}`)));
}

function rowOf(code: ErrorCode, errors: ErrorConventions): string {
  const { cause, remedy, retry = 'changed' } = EXPLANATIONS[code];
  // A code that the conventions compose from values of the error is shown as it is.
  return `| \`${wireCode(code, errors) ?? code}\` | ${statusOfCode(code, errors)} | ${cause} | ${remedy} | ${RETRIES[retry]} |`;
}

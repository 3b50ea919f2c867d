// The api.json beside the versions: what an API is called and who publishes it, how a version is selected, and how credentials are
// sent. These belong to the API and not to a deployment, so that whatever reads the endpoint documents, or the plan that was built
// from them, agrees on them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { API_NAME_PATTERN } from '../../base/settings/settingFormats.ts';
import { DiagnosticCollector, DocumentError } from '../../base/errors/Diagnostic.ts';
import { forwardedCredentials } from './credentialRules.ts';
import { type HeaderConventions, hasRequestId } from './headerRules.ts';
import { explainFaults, readJson } from './readJson.ts';
import { SECURITY_SCHEME, type SecuritySchemes } from './SecurityScheme.ts';

export const API_FILE = 'api.json';

const text = z.string().min(1).describe('a non-empty string');
const url = z.url({ protocol: /^https?$/ }).describe('a URL such as "https://example.com"');

/** See OpenAPI 3.1, sections 4.8.2 to 4.8.4. */
const INFO = z
  .strictObject({
    title: text,
    // Markdown, before what is said of every API.
    description: text,
    contact: z
      .strictObject({ name: text, url, email: z.email().describe('an email address such as "api@example.com"') })
      .partial(),
    license: z
      .strictObject({
        name: text,
        url: url.optional(),
        identifier: text.describe('an SPDX expression such as "Apache-2.0"').optional(),
      })
      .refine(
        (license) => license.url === undefined || license.identifier === undefined,
        'must not have both url and identifier',
      ),
  })
  .partial();

/** See OpenAPI 3.1, section 4.8.7.1. */
const COMPONENT_NAME = /^[\w.-]+$/;

const API_SCHEMA = z.strictObject({
  // The name in `application/vnd.<name>.v1+json`, and the realm of challenges.
  name: z
    .string()
    .regex(API_NAME_PATTERN.pattern)
    .describe(API_NAME_PATTERN.message.replace('must be ', ''))
    .default('portico'),
  // The version of an unversioned path without a vendor media type.
  defaultVersion: z.number().int().min(1).describe('an integer of at least 1').default(1),
  versioning: z.enum(['path', 'header', 'both']).default('both'),
  info: INFO.optional(),
  // By the name in OpenAPI. The credentials of any of them suffice.
  securitySchemes: z
    .record(z.string(), SECURITY_SCHEME)
    .refine(
      (schemes) => Object.keys(schemes).length > 0 && Object.keys(schemes).every((name) => COMPONENT_NAME.test(name)),
      'must have schemes by names of letters, digits, dots, hyphens and underscores',
    )
    .optional(),
  // What OpenAPI documents have besides: the GraphQL of every operation.
  describe: z
    .strictObject({ graphql: z.boolean().describe('true or false') })
    .partial()
    .optional(),
});

export type ApiProperties = z.infer<typeof API_SCHEMA>;

/** Title, description, contact and licence of an API, in the words of OpenAPI. */
export type ApiInfo = z.infer<typeof INFO>;

/** The properties of an API without the file. */
export const DEFAULT_API: ApiProperties = API_SCHEMA.parse({});

/** What the properties of an API are checked against. */
interface NumberedVersion {
  number: number;
  conventions: HeaderConventions;
}

/** What is wrong with a header of credentials that has the id of requests as well; undefined for none. */
function schemesFault(
  schemes: SecuritySchemes | undefined,
  versions: readonly NumberedVersion[] = [],
): string | undefined {
  const repeated = forwardedCredentials(schemes).find((name) =>
    versions.some(({ conventions }) => hasRequestId(name, conventions)),
  );
  return repeated && `has the header ${repeated}, which has the id of requests: responses would repeat credentials.`;
}

/**
 * Reads the properties of the API in a folder of endpoint documents; undefined where there is no file. A file that is not valid is
 * reported, and so is one that does not fit `versions`.
 */
export function readApiProperties(
  folder: string,
  diagnostics: DiagnosticCollector,
  versions?: readonly NumberedVersion[],
): ApiProperties | undefined {
  const place = path.join(folder, API_FILE);
  if (!existsSync(place)) return undefined;
  const source = readJson(place, { schema: API_SCHEMA, noun: 'key' }, diagnostics);
  if (!source) return undefined;
  const { defaultVersion, securitySchemes } = source.input;
  const numbers = versions?.map(({ number }) => number);
  if (numbers && !numbers.includes(defaultVersion)) {
    const message = `"defaultVersion" is ${defaultVersion}, but the versions are ${numbers.join(', ')}.`;
    const hint = `Write "defaultVersion": ${numbers.at(-1)}, or another version of the API.`;
    diagnostics.add(source.file.diagnostic(['defaultVersion'], 'value', message, hint));
  }
  const fault = schemesFault(securitySchemes, versions);
  if (fault !== undefined) {
    const hint = 'Rename it here, or in "headers" of conventions.json.';
    diagnostics.add(source.file.diagnostic(['securitySchemes'], 'key', `"securitySchemes" ${fault}`, hint));
  }
  return source.input;
}

/** The properties of the API in a folder of endpoint documents, whose file is optional. Throws a DocumentError where it is not valid. */
export function loadApiProperties(folder: string): ApiProperties {
  const collector = new DiagnosticCollector();
  const properties = readApiProperties(folder, collector) ?? DEFAULT_API;
  if (collector.diagnostics.length > 0) throw new DocumentError(collector.diagnostics);
  return properties;
}

/** The option of createPortico that states a property. */
const optionOf = (property: string): string => (property === 'name' ? 'apiName' : property);

/**
 * A plan with the properties that the options of createPortico state, for endpoint documents without the file. Throws a TypeError for
 * options that are not valid, and where the file decides the same.
 */
export function withApiOptions<Plan extends { api?: ApiProperties; versions: readonly NumberedVersion[] }>(
  plan: Plan,
  options: Readonly<Record<string, unknown>>,
): Plan {
  const stated = Object.keys(API_SCHEMA.shape).filter((property) => options[optionOf(property)] !== undefined);
  if (stated.length === 0) return plan;
  // A file that does not state name, version and versioning still decides them, by their defaults.
  const decided = stated.filter((property) => plan.api?.[property as keyof ApiProperties] !== undefined);
  if (decided.length > 0) {
    const names = decided.map(optionOf).join(', ');
    throw new TypeError(`${names} cannot be combined with ${API_FILE}, which the endpoint documents have.`);
  }
  const given = Object.fromEntries(stated.map((property) => [property, options[optionOf(property)]]));
  const faults = explainFaults(given, { schema: API_SCHEMA, noun: 'key' });
  if (faults.length > 0) {
    const named = faults.map((fault) => fault.replace(/^"([^"]*)"/, (_, property: string) => optionOf(property)));
    throw new TypeError(named.join('\n'));
  }
  const data = API_SCHEMA.parse(given);
  const versions = plan.versions.map(({ number }) => number);
  const fault = schemesFault(data.securitySchemes, plan.versions);
  if (fault !== undefined) throw new TypeError(`securitySchemes ${fault}`);
  if (versions.includes(data.defaultVersion)) return { ...plan, api: { ...data, ...plan.api } };
  throw new TypeError(`defaultVersion is ${data.defaultVersion}, but the versions are: ${versions.join(', ')}.`);
}

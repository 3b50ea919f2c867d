// The api.json beside the versions: what an API is called, and how a version is selected. These belong to the API and not to a
// deployment, so that whatever reads the endpoint documents, or the plan that was built from them, agrees on them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { API_NAME_PATTERN } from '../config/settingFormats.ts';
import { DiagnosticCollector, DocumentError } from '../errors/Diagnostic.ts';
import type { Versioning } from '../protocol/versions.ts';
import { describeExpected, readJson } from './readJson.ts';

export const API_FILE = 'api.json';

export interface ApiProperties {
  /** The name in `application/vnd.<name>.v1+json`, and the realm of the `Bearer` challenge. */
  name: string;
  /** The version of an unversioned path without a vendor media type. */
  defaultVersion: number;
  versioning: Versioning;
}

/** The properties of an API without the file. */
export const DEFAULT_API: ApiProperties = { name: 'portico', defaultVersion: 1, versioning: 'both' };

const API_SCHEMA = z.strictObject({
  name: z
    .string()
    .regex(API_NAME_PATTERN.pattern)
    .describe(API_NAME_PATTERN.message.replace('must be ', ''))
    .default(DEFAULT_API.name),
  defaultVersion: z.number().int().min(1).describe('an integer of at least 1').default(DEFAULT_API.defaultVersion),
  versioning: z.enum(['path', 'header', 'both']).default(DEFAULT_API.versioning),
});

/**
 * Reads the properties of the API in a folder of endpoint documents; undefined where there is no file. A file that is not valid is
 * reported, and so is a default version that is none of `versions`.
 */
export function readApiProperties(
  folder: string,
  diagnostics: DiagnosticCollector,
  versions?: readonly number[],
): ApiProperties | undefined {
  const place = path.join(folder, API_FILE);
  if (!existsSync(place)) return undefined;
  const source = readJson(place, { schema: API_SCHEMA, noun: 'key' }, diagnostics);
  if (!source) return undefined;
  const { defaultVersion } = source.input;
  if (versions && !versions.includes(defaultVersion)) {
    const message = `"defaultVersion" is ${defaultVersion}, but the versions are ${versions.join(', ')}.`;
    const hint = `Write "defaultVersion": ${versions.at(-1)}, or another version of the API.`;
    diagnostics.add(source.file.diagnostic(['defaultVersion'], 'value', message, hint));
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
export function withApiOptions<Plan extends { api?: ApiProperties; versions: readonly { number: number }[] }>(
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
  const { data, error } = API_SCHEMA.safeParse(
    Object.fromEntries(stated.map((property) => [property, options[optionOf(property)]])),
  );
  if (error) {
    const problems = error.issues.map(({ path: [property, ...rest] }) => {
      const name = [optionOf(String(property)), ...rest].join('.');
      return `${name} must be ${describeExpected(API_SCHEMA, [property!, ...rest])}.`;
    });
    throw new TypeError(problems.join('\n'));
  }
  const versions = plan.versions.map(({ number }) => number);
  if (versions.includes(data.defaultVersion)) return { ...plan, api: { ...data, ...plan.api } };
  throw new TypeError(`defaultVersion is ${data.defaultVersion}, but the versions are: ${versions.join(', ')}.`);
}

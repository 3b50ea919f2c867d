// The conventions.json of a version, and how a version inherits the conventions of the one before it.
import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
import type { Conventions } from './Conventions.ts';
import type { JsonFile } from './JsonFile.ts';
import { type ConventionsInput, conventionsSchema } from './conventionsSchema.ts';
import { pageBodyOf } from './pageBody.ts';
import { type JsonSource, readJson } from './readJson.ts';

/** Reads a `conventions.json`; undefined where it is not JSON or not of its form, which is reported. */
export function readConventions(
  file: string,
  diagnostics: DiagnosticCollector,
): JsonSource<ConventionsInput> | undefined {
  return readJson(file, { schema: conventionsSchema, noun: 'convention' }, diagnostics);
}

/** The conventions of a version: those of the version before it, overridden by its own file, the last of `files`. */
export function inheritConventions(
  before: Conventions,
  own: ConventionsInput,
  files: readonly Pick<JsonFile, 'value'>[],
): Conventions {
  const { envelope: _, ...page } = own.page ?? {};
  return {
    case: own.case ?? before.case,
    names: { ...before.names, ...own.names },
    enums: { ...before.enums, ...own.enums },
    scalars: { ...before.scalars, ...own.scalars },
    page: {
      ...overlay(before.page, page),
      body: pageBodyOf(files),
      parameters: overlay(before.page.parameters, own.page?.parameters),
    },
    connection: overlay(before.connection, own.connection),
    expand: own.expand ?? before.expand,
    fields: own.fields ?? before.fields,
    nulls: own.nulls ?? before.nulls,
    body: own.body === undefined ? before.body : own.body,
    ignore: own.ignore ?? before.ignore,
    unknown: overlay(before.unknown, own.unknown),
    consumes: own.consumes ?? before.consumes,
    produces: own.produces ?? before.produces,
    cache: own.cache ?? before.cache,
    idempotencyKey: own.idempotencyKey ?? before.idempotencyKey,
    rateLimit: { ...before.rateLimit, ...own.rateLimit },
    tags: { ...before.tags, ...own.tags },
    errors: {
      ...overlay(before.errors, own.errors),
      codes: { ...before.errors.codes, ...own.errors?.codes },
      messages: { ...before.errors.messages, ...own.errors?.messages },
    },
    auth: overlay(before.auth, own.auth),
    urls: own.urls ?? before.urls,
  };
}

function overlay<Part extends object>(before: Part, own: { [Key in keyof Part]?: unknown } | undefined): Part {
  return { ...before, ...own } as Part;
}

import * as z from 'zod';
import type { Diagnostic, DiagnosticCollector } from '../errors/Diagnostic.ts';
import { findNearest, listValues, unknownName } from '../errors/nearNames.ts';
import type { Conventions } from './Conventions.ts';
import { JsonFile, type JsonPath } from './JsonFile.ts';
import { type ConventionsInput, conventionsSchema } from './conventionsSchema.ts';
import { pageBodyOf } from './pageBody.ts';

/** A `conventions.json` that was read: its contents, and the positions in it. */
interface ConventionsSource {
  file: JsonFile;
  input: ConventionsInput;
}

/** Reads a `conventions.json`; undefined where it is not JSON or not of its form, which is reported. */
export function readConventions(path: string, diagnostics: DiagnosticCollector): ConventionsSource | undefined {
  const file = new JsonFile(path);
  const parsed = file.errors.length > 0 ? undefined : conventionsSchema.safeParse(file.value);
  if (parsed?.success) return { file, input: parsed.data };
  const errors = parsed ? conventionDiagnostics(file, parsed.error) : file.errors;
  for (const diagnostic of errors) diagnostics.add(diagnostic);
  return undefined;
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

type Issue = z.core.$ZodIssue;

/** The diagnostics of a `conventions.json` that does not have the form of `conventionsSchema`. */
function conventionDiagnostics(file: JsonFile, { issues }: z.ZodError): Diagnostic[] {
  const schema = z.toJSONSchema(conventionsSchema) as JsonSchema;
  return issues.flatMap((issue) => explainIssue(file, schema, issue, []));
}

function explainIssue(file: JsonFile, schema: JsonSchema, issue: Issue, parent: JsonPath): Diagnostic[] {
  const path = [...parent, ...(issue.path as (string | number)[])];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => explainKey(file, schema, [...path, key]));
  const inner = issue.code === 'invalid_union' ? innerIssues(issue.errors) : undefined;
  if (inner) return inner.flatMap((each) => explainIssue(file, schema, each, path));

  if (path.length === 0)
    return [file.diagnostic(path, 'value', 'The file must contain an object.', 'Write { "key": value }.')];
  const expected = expectedValue(schemaAt(schema, path) ?? {});
  if (!file.has(path)) {
    const message = `"${path.slice(0, -1).join('.')}" must have "${path.at(-1)}".`;
    return [file.diagnostic(path, 'key', message, `Add "${path.at(-1)}": ${expected}.`)];
  }
  const fault = issue.code === 'custom' ? issue.message : `must be ${expected}`;
  const nearest = findNearest(valueAt(file.value, path), schemaAt(schema, path)?.enum ?? []);
  const hint = nearest === undefined ? 'Correct the value, or remove the key.' : `Did you mean "${nearest}"?`;
  return [file.diagnostic(path, 'value', `"${path.join('.')}" ${fault}.`, hint)];
}

function explainKey(file: JsonFile, schema: JsonSchema, path: JsonPath): Diagnostic {
  const parent = path.slice(0, -1);
  const known = Object.keys(schemaAt(schema, parent)?.properties ?? {});
  const within = parent.length === 0 ? '' : ` in "${parent.join('.')}"`;
  const message = unknownName('convention', String(path.at(-1)), known, within);
  return file.diagnostic(path, 'key', message, `Known conventions${within} are ${listValues(known, 320)}.`);
}

/** The issues inside of a value that one alternative accepts by its type, if there are any. */
function innerIssues(alternatives: readonly Issue[][]): Issue[] | undefined {
  return alternatives.find((issues) => issues.every(({ path }) => path.length > 0));
}

/** The text at a path; '' for any other value. */
function valueAt(value: unknown, path: JsonPath): string {
  const found = path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | null)?.[key], value);
  return typeof found === 'string' ? found : '';
}

/** The part of JSON Schema that describes conventions. */
interface JsonSchema {
  description?: string;
  type?: string;
  enum?: readonly string[];
  const?: string | number;
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The schema of the value at a path; undefined where that is not described. */
function schemaAt(schema: JsonSchema, path: readonly (string | number)[]): JsonSchema | undefined {
  let found: JsonSchema | undefined = schema;
  for (const step of path) {
    const holder: JsonSchema | undefined = found.anyOf?.find(({ type }) => type === 'object') ?? found;
    const others: JsonSchema | boolean | undefined = holder.additionalProperties;
    found = holder.properties?.[step] ?? holder.items ?? (typeof others === 'object' ? others : undefined);
    if (!found) return undefined;
  }
  return found;
}

/** What a schema allows, to follow "must be": `"schema" or "snake_case"`, `an integer of at least 1`. */
function expectedValue(schema: JsonSchema): string {
  return joinWithOr(alternatives(schema));
}

/** Every value that the schema lists, or a description of those that it does not. */
function alternatives(schema: JsonSchema): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternatives);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  return [describeType(schema)];
}

function describeType({ description, type, items, minItems = 0, minLength = 0, ...bounds }: JsonSchema): string {
  if (description !== undefined) return description;
  if (type === 'integer' || type === 'number') return describeNumber(type, bounds);
  if (type === 'string') return minLength > 0 ? 'a non-empty string' : 'a string';
  if (type === 'array')
    return `a list of ${minItems > 0 ? 'at least one of ' : ''}${items ? expectedValue(items) : ''}`;
  return type === 'null' ? 'null' : 'an object';
}

function describeNumber(type: 'integer' | 'number', { minimum, maximum }: JsonSchema): string {
  const noun = type === 'integer' ? 'an integer' : 'a number';
  // Zod writes the bounds of safe integers where there are none.
  const hasMinimum = minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER;
  const hasMaximum = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER;
  if (hasMinimum && hasMaximum) return `${noun} from ${minimum} to ${maximum}`;
  return hasMinimum ? `${noun} of at least ${minimum}` : noun;
}

function joinWithOr(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

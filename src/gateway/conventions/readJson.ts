// Reads a JSON file that people write by a schema of zod. A value that the schema refuses is reported where it stands, with what
// it must be.
import * as z from 'zod';
import type { Diagnostic, DiagnosticCollector } from '../errors/Diagnostic.ts';
import { findNearest, listValues, unknownName } from '../errors/nearNames.ts';
import { JsonFile, type JsonPath } from './JsonFile.ts';

/** A file that was read: its contents, and the positions in it. */
export interface JsonSource<Input> {
  file: JsonFile;
  input: Input;
}

/** The contents of a file, and the noun for its keys. */
interface JsonForm<Input> {
  schema: z.ZodType<Input>;
  noun: string;
}

/** Reads a file; undefined where it is not JSON or not of its form, which is reported. */
export function readJson<Input>(
  path: string,
  { schema, noun }: JsonForm<Input>,
  diagnostics: DiagnosticCollector,
): JsonSource<Input> | undefined {
  const file = new JsonFile(path);
  const parsed = file.errors.length > 0 ? undefined : schema.safeParse(file.value);
  if (parsed?.success) return { file, input: parsed.data };
  const explained = parsed && { file, schema: z.toJSONSchema(schema) as JsonSchema, noun };
  const errors = explained ? parsed.error.issues.flatMap((issue) => explainIssue(explained, issue)) : file.errors;
  for (const diagnostic of errors) diagnostics.add(diagnostic);
  return undefined;
}

type Issue = z.core.$ZodIssue;

/** A file, and what describes its values. */
interface Explained {
  file: JsonFile;
  schema: JsonSchema;
  noun: string;
}

function explainIssue(explained: Explained, issue: Issue, parent: JsonPath = []): Diagnostic[] {
  const { file, schema } = explained;
  const path = [...parent, ...(issue.path as (string | number)[])];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => explainKey(explained, [...path, key]));
  const inner = issue.code === 'invalid_union' ? innerIssues(issue.errors) : undefined;
  if (inner) return inner.flatMap((each) => explainIssue(explained, each, path));

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

function explainKey({ file, schema, noun }: Explained, path: JsonPath): Diagnostic {
  const parent = path.slice(0, -1);
  const known = Object.keys(schemaAt(schema, parent)?.properties ?? {});
  const within = parent.length === 0 ? '' : ` in "${parent.join('.')}"`;
  const message = unknownName(noun, String(path.at(-1)), known, within);
  return file.diagnostic(path, 'key', message, `Known ${noun}s${within} are ${listValues(known, 320)}.`);
}

/** The issues inside of a value that one alternative accepts by its type, if there are any. */
function innerIssues(unionErrors: readonly Issue[][]): Issue[] | undefined {
  return unionErrors.find((issues) => issues.every(({ path }) => path.length > 0));
}

/** The text at a path; '' for any other value. */
function valueAt(value: unknown, path: JsonPath): string {
  const found = path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | null)?.[key], value);
  return typeof found === 'string' ? found : '';
}

/** The part of JSON Schema that describes the values of such files. */
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

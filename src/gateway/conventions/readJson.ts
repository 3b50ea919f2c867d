// Reads a JSON file that people write by a schema of zod. A value that the schema refuses is reported where it stands, with what
// it must be.
import * as z from 'zod';
import type { Diagnostic, DiagnosticCollector } from '../errors/Diagnostic.ts';
import { listValues, unknownName } from '../errors/nearNames.ts';
import { JsonFile, type JsonPath } from './JsonFile.ts';

/** A file that was read: its contents, and the positions in it. */
export interface JsonSource<Input> {
  file: JsonFile;
  input: Input;
}

/** Reads a file, whose keys are called by `noun`; undefined where it is not JSON or not of its form, which is reported. */
export function readJson<Input>(
  path: string,
  { schema, noun }: { schema: z.ZodType<Input>; noun: string },
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

/** What a schema allows at a path, to follow "must be": `"schema" or "snake_case"`, `an integer of at least 1`. */
export function describeExpected(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const json = z.toJSONSchema(schema) as JsonSchema;
  return expectedValue(schemaAt(json, path as JsonPath) ?? {});
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
  // Of a union, the alternative that accepts the type of the value.
  const inner =
    issue.code === 'invalid_union'
      ? issue.errors.find((issues) => issues.every((one) => one.path.length > 0))
      : undefined;
  if (inner) return inner.flatMap((each) => explainIssue(explained, each, path));

  if (path.length === 0)
    return [file.diagnostic(path, 'value', 'The file must contain an object.', 'Write { "key": value }.')];
  const expected = expectedValue(schemaAt(schema, path) ?? {});
  if (!file.has(path)) {
    const message = `"${path.slice(0, -1).join('.')}" must have "${path.at(-1)}".`;
    return [file.diagnostic(path, 'key', message, `Add "${path.at(-1)}": ${expected}.`)];
  }
  const fault = issue.code === 'custom' ? issue.message : `must be ${expected}`;
  const hint = 'Correct the value, or remove the key.';
  return [file.diagnostic(path, 'value', `"${path.join('.')}" ${fault}.`, hint)];
}

function explainKey({ file, schema, noun }: Explained, path: JsonPath): Diagnostic {
  const parent = path.slice(0, -1);
  const known = Object.keys(schemaAt(schema, parent)?.properties ?? {});
  const within = parent.length === 0 ? '' : ` in "${parent.join('.')}"`;
  const message = unknownName(noun, String(path.at(-1)), known, within);
  return file.diagnostic(path, 'key', message, `Known ${noun}s${within} are ${listValues(known, 320)}.`);
}

/** The part of JSON Schema that describes the values of such files. */
interface JsonSchema {
  description?: string;
  type?: string;
  enum?: readonly (string | number)[];
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  minItems?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
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

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** What a schema allows, to follow "must be": `"schema" or "snake_case"`, `an integer of at least 1`. */
function expectedValue(schema: JsonSchema): string {
  return OR.format(alternatives(schema));
}

/** Every value that the schema lists, or a description of those that it does not. */
function alternatives({ description, anyOf, enum: values, items, minItems = 0, type }: JsonSchema): string[] {
  if (anyOf) return anyOf.flatMap(alternatives);
  if (values) return values.map((value) => JSON.stringify(value));
  if (items) return [`a ${minItems > 0 ? 'non-empty list' : 'list'} of ${expectedValue(items)}`];
  return [description ?? NOUNS[type ?? 'object'] ?? 'an object'];
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  null: 'null',
};

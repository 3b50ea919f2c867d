// Reads a JSON file that people write by a schema of zod. A value that the schema refuses is reported where it stands, with what
// it must be.
import * as z from 'zod';
import type { DiagnosticCollector } from '../../base/errors/Diagnostic.ts';
import { listValues, unknownName } from '../../base/errors/nearNames.ts';
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
  const errors = parsed
    ? explainIssues(parsed.error, { value: file.value, schema, noun }).map((fault) => file.diagnostic(...fault))
    : file.errors;
  for (const diagnostic of errors) diagnostics.add(diagnostic);
  return undefined;
}

/** What a schema refuses of a value that is not from a file, a sentence each; empty where it is valid. */
export function explainFaults(value: unknown, { schema, noun }: { schema: z.ZodType; noun: string }): string[] {
  const { error } = schema.safeParse(value);
  return error ? explainIssues(error, { value, schema, noun }).map(([, , message]) => message) : [];
}

/** What `JsonFile.diagnostic` makes a diagnostic of. */
type Fault = Parameters<JsonFile['diagnostic']>;

/** A value, and what describes it. */
interface Explained {
  value: unknown;
  schema: JsonSchema;
  noun: string;
}

function explainIssues(
  { issues }: z.ZodError,
  { schema, ...explained }: Omit<Explained, 'schema'> & { schema: z.ZodType },
): Fault[] {
  const described = { ...explained, schema: z.toJSONSchema(schema) as JsonSchema };
  return issues.flatMap((issue) => explainIssue(described, issue));
}

function explainIssue(explained: Explained, issue: z.core.$ZodIssue, parent: JsonPath = []): Fault[] {
  const { value, schema } = explained;
  const path = [...parent, ...(issue.path as (string | number)[])];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => explainKey(explained, [...path, key]));
  // Of a union, the alternative that accepts the type of the value.
  const inner =
    issue.code === 'invalid_union'
      ? issue.errors.find((issues) => issues.every((one) => one.path.length > 0))
      : undefined;
  if (inner) return inner.flatMap((each) => explainIssue(explained, each, path));

  if (path.length === 0) return [[path, 'value', 'The file must contain an object.', 'Write { "key": value }.']];
  const expected = expectedValue(schemaAt(schema, path, value) ?? {});
  if (!isIn(value, path)) {
    const message = `"${path.slice(0, -1).join('.')}" must have "${path.at(-1)}".`;
    return [[path, 'key', message, `Add "${path.at(-1)}": ${expected}.`]];
  }
  const fault = issue.code === 'custom' ? issue.message : `must be ${expected}`;
  const hint = 'Correct the value, or remove the key.';
  return [[path, 'value', `"${path.join('.')}" ${fault}.`, hint]];
}

function isIn(value: unknown, [step, ...below]: JsonPath): boolean {
  return step === undefined || (Object.hasOwn(Object(value), step) && isIn(Object(value)[step], below));
}

function explainKey({ value, schema, noun }: Explained, path: JsonPath): Fault {
  const parent = path.slice(0, -1);
  const known = Object.keys(schemaAt(schema, parent, value)?.properties ?? {});
  const within = parent.length === 0 ? '' : ` in "${parent.join('.')}"`;
  const message = unknownName(noun, String(path.at(-1)), known, within);
  return [path, 'key', message, `Known ${noun}s${within} are ${listValues(known, 320)}.`];
}

/** The part of JSON Schema that describes the values of such files. */
interface JsonSchema {
  description?: string;
  type?: string;
  enum?: readonly (string | number)[];
  const?: string;
  anyOf?: readonly JsonSchema[];
  /** Objects that the constants among their properties tell apart. */
  oneOf?: readonly JsonSchema[];
  items?: JsonSchema;
  minItems?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
}

/** The schema of the part at a path of a value; undefined where that is not described. */
function schemaAt(schema: JsonSchema, path: readonly (string | number)[], value: unknown): JsonSchema | undefined {
  let found: JsonSchema | undefined = schema;
  let part = value;
  for (const [index, step] of [...path, undefined].entries()) {
    const oneOf: JsonSchema['oneOf'] = found.oneOf;
    const variant: JsonSchema | undefined = oneOf?.find((each) => hasConstants(each, part));
    if (step === undefined) return variant ?? found;
    const holderType = Array.isArray(part) ? 'array' : 'object';
    const holder: JsonSchema = variant ?? found.anyOf?.find(({ type }) => type === holderType) ?? found;
    const others: JsonSchema | boolean | undefined = holder.additionalProperties;
    const choices: JsonSchema[] = oneOf && !variant ? oneOf.flatMap(({ properties }) => properties?.[step] ?? []) : [];
    found =
      choices.length > 0
        ? { anyOf: choices }
        : (holder.properties?.[step] ?? holder.items ?? (typeof others === 'object' ? others : undefined));
    if (!found) return undefined;
    part = index < path.length ? Object(part)[step] : part;
  }
  return found;
}

function hasConstants({ properties = {} }: JsonSchema, value: unknown): boolean {
  return Object.entries(properties).every(
    ([name, each]) => each.const === undefined || each.const === Object(value)[name],
  );
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** What a schema allows, to follow "must be": `"schema" or "snake_case"`, `an integer of at least 1`. */
function expectedValue(schema: JsonSchema): string {
  return OR.format(alternatives(schema));
}

/** Every value that the schema lists, or a description of those that it does not. */
function alternatives({
  description,
  anyOf,
  enum: values,
  const: only,
  items,
  minItems = 0,
  type,
}: JsonSchema): string[] {
  if (only !== undefined) return [JSON.stringify(only)];
  if (anyOf) return anyOf.flatMap(alternatives);
  if (values) return values.map((value) => JSON.stringify(value));
  if (items) return [`a ${minItems > 0 ? 'non-empty list' : 'list'} of ${expectedValue(items)}`];
  return [description ?? NOUNS[type ?? 'object'] ?? 'an object'];
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  null: 'null',
};

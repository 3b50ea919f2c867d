import * as z from 'zod';
import type { Diagnostic } from '../errors/Diagnostic.ts';
import { findNearest } from '../errors/findNearest.ts';
import { listValues } from '../errors/listValues.ts';
import { unknownName } from '../errors/unknownName.ts';
import { conventionsSchema } from './conventionsSchema.ts';
import { type JsonSchema, expectedValue, schemaAt } from './expectedValue.ts';
import type { JsonFile, JsonPath } from './JsonFile.ts';

type Issue = z.core.$ZodIssue;

/** The diagnostics of a `conventions.json` that does not have the form of `conventionsSchema`. */
export function conventionDiagnostics(file: JsonFile, { issues }: z.ZodError): Diagnostic[] {
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

import type { DiagnosticCollector } from '../errors/Diagnostic.ts';
import { conventionDiagnostics } from './conventionDiagnostics.ts';
import { type ConventionsInput, conventionsSchema } from './conventionsSchema.ts';
import { JsonFile } from './JsonFile.ts';

/** A `conventions.json` that was read: its contents, and the positions in it. */
export interface ConventionsSource {
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

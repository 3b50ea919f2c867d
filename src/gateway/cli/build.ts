import { writeFileSync } from 'node:fs';
import { DocumentError } from '../errors/Diagnostic.ts';
import type { ApiPlan } from '../plan/ApiPlan.ts';
import { count } from './count.ts';
import type { Report } from './Report.ts';
import { UsageError } from './UsageError.ts';

/**
 * Writes a plan as JSON: all versions of an API, which `serve --plan` and `createPortico` start from. Throws a UsageError, or a
 * DocumentError for words of the vocabulary that are not executed yet.
 */
export function build(plan: ApiPlan, file: string): Report {
  if (plan.unsupported.length > 0) throw new DocumentError(plan.unsupported);
  const text = JSON.stringify(plan);
  try {
    writeFileSync(file, `${text}\n`);
  } catch (error) {
    throw new UsageError(`--out: the file ${file} cannot be written. ${(error as Error).message}.`);
  }
  const endpoints = plan.versions.reduce((sum, version) => sum + version.endpoints.length, 0);
  return {
    text: `Wrote ${file}: ${count(endpoints, 'endpoint')} in ${count(plan.versions.length, 'version')}, ${Buffer.byteLength(text)} bytes.`,
    json: { file, endpoints, versions: plan.versions.length },
    ok: true,
  };
}

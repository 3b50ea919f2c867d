import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { DocumentError } from '../gateway/errors/Diagnostic.ts';
import type { ApiPlan } from '../gateway/plan/ApiPlan.ts';
import { type Report, count } from '../project/Report.ts';
import { UsageError } from '../project/UsageError.ts';

/**
 * Writes a plan as JSON: all versions of an API, which `serve --plan` and `createPortico` start from. Throws a UsageError, as for a
 * file that is not a plan, or a DocumentError for words of the vocabulary that are not executed yet.
 */
export function build(plan: ApiPlan, file: string): Report {
  if (plan.unsupported.length > 0) throw new DocumentError(plan.unsupported);
  const text = JSON.stringify(plan);
  if (isForeign(file)) throw new UsageError(`--out: the file ${file} exists and is not a plan. Name another file.`);
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

/** Whether a file has other contents than a plan, of this format or another. Devices and pipes have none. */
function isForeign(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') return false;
  try {
    const { format, versions } = JSON.parse(text) as { format?: unknown; versions?: unknown };
    return typeof format !== 'number' || !Array.isArray(versions);
  } catch {
    return true;
  }
}

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DocumentError } from '../gateway/base/errors/Diagnostic.ts';
import type { ApiPlan } from '../gateway/plan/ApiPlan.ts';
import { type Report, count } from '../project/Report.ts';
import { UsageError } from '../project/UsageError.ts';
import { writeJson } from '../gateway/http/losslessJson.ts';

/**
 * Writes a plan as JSON: all versions of an API, which `serve --plan` and `createPortico` start from. Throws a UsageError, as for a
 * file that is not a plan, or a DocumentError for words of the vocabulary that are not executed yet.
 */
export function build(plan: ApiPlan, file: string): Report {
  if (plan.unsupported.length > 0) throw new DocumentError(plan.unsupported);
  const text = writeJson(plan);
  refuseForeign(file, 'not a plan', ({ format, versions }) => typeof format === 'number' && Array.isArray(versions));
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

/** Throws a UsageError for a file with other contents than the command's own, of this format or another. Devices and pipes have none. */
export function refuseForeign(file: string, fault: string, isOwn: (json: Record<string, unknown>) => boolean): void {
  if (!existsSync(file) || !statSync(file).isFile()) return;
  const text = readFileSync(file, 'utf8');
  try {
    if (text.trim() === '' || isOwn(JSON.parse(text) as Record<string, unknown>)) return;
  } catch {
    // No JSON, or no object.
  }
  throw new UsageError(`--out: the file ${file} exists and is ${fault}. Name another file.`);
}

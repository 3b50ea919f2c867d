import { DocumentError, renderDiagnostic } from '../gateway/base/errors/Diagnostic.ts';
import type { ApiPlan } from '../gateway/plan/ApiPlan.ts';
import { type Report, annotateDiagnostic, count, renderWithHint } from '../project/Report.ts';

/** Compiles the endpoint documents as at startup, and reports every diagnostic with its position and its hint. */
export async function check(compile: () => Promise<ApiPlan>): Promise<Report> {
  try {
    const { versions: all, warnings: unusual, unsupported } = await compile();
    const warnings = [
      ...unusual,
      ...unsupported.map((diagnostic) => `${renderDiagnostic(diagnostic)} ${diagnostic.hint}`),
    ];
    const endpoints = all.flatMap((version) => version.endpoints);
    const versions = all.length;
    const summary = `No errors in ${count(endpoints.length, 'endpoint')} of ${count(versions, 'version')}`;
    return {
      text: [...warnings.map((warning) => `warning: ${warning}`), summary].map((line) => `${line}\n`).join(''),
      json: { ok: true, endpoints: endpoints.length, versions, diagnostics: [], warnings },
      ok: true,
      annotations: unsupported.map((diagnostic) => annotateDiagnostic(diagnostic, 'warning')),
    };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { diagnostics } = error;
    return {
      text: `${diagnostics.map(renderWithHint).join('')}${count(diagnostics.length, 'error')}\n`,
      json: { ok: false, endpoints: null, versions: null, diagnostics, warnings: [] },
      ok: false,
      annotations: diagnostics.map((diagnostic) => annotateDiagnostic(diagnostic, 'error')),
    };
  }
}

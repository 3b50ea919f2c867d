import { DocumentError } from '../errors/Diagnostic.ts';
import { annotateDiagnostic } from './github/annotateDiagnostic.ts';
import { renderWithHint } from './renderWithHint.ts';
import type { Report } from './Report.ts';

/** The result of `portico contracts` where nothing could be compared or written, such as for invalid endpoint documents. */
export function reportRefusal(error: Error): Report {
  const isDocument = error instanceof DocumentError;
  const errors = isDocument ? error.diagnostics.map((each) => renderWithHint(each).trimEnd()) : [error.message];
  return {
    text: errors.join('\n'),
    json: { ok: false, written: [], breaks: [], stale: [], uncommitted: [], errors },
    ok: false,
    annotations: isDocument
      ? error.diagnostics.map((each) => annotateDiagnostic(each, 'error'))
      : [{ level: 'error', title: 'Contracts', message: error.message }],
  };
}

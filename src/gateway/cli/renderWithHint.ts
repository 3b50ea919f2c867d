import { type Diagnostic, renderDiagnostic } from '../errors/Diagnostic.ts';

/** A problem in the endpoint documents with its hint, each in a line. */
export function renderWithHint(diagnostic: Diagnostic): string {
  const hint = diagnostic.hint === '' ? '' : `  hint: ${diagnostic.hint}\n`;
  return `${renderDiagnostic(diagnostic)}\n${hint}`;
}

import { DocumentError, shortPath } from '../../gateway/errors/Diagnostic.ts';
import type { Terminal } from './createTerminal.ts';

/** Why a change is not served. */
export interface Problem {
  /** `file:line:column`, where it is known. */
  place?: string;
  message: string;
  hint?: string;
}

/** The problems that an error of a reload names. */
export function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof DocumentError)) return [{ message: error instanceof Error ? error.message : String(error) }];
  return error.diagnostics.map(({ file, line, column, message, hint }) => ({
    place: `${shortPath(file)}:${line}:${column}`,
    message,
    ...(hint !== '' && { hint }),
  }));
}

/** Problems as lines, as `check` prints them. */
export function renderProblems(problems: readonly Problem[], style: Terminal['style']): string {
  return problems
    .map(({ place, message, hint }) => {
      const where = place === undefined ? '' : `${style('bold', place)}: `;
      return `${where}${style('red', message)}\n${hint === undefined ? '' : `  hint: ${hint}\n`}`;
    })
    .join('');
}

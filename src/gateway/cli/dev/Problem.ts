import { DocumentError, shortPath } from '../../errors/Diagnostic.ts';

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

import type { Diagnostic } from '../../errors/Diagnostic.ts';
import type { Annotation } from './Annotation.ts';

/** The annotation of a problem in the endpoint documents. */
export function annotateDiagnostic(
  { file, line, column, message, hint }: Diagnostic,
  level: Annotation['level'],
): Annotation {
  return { level, title: 'Endpoint document', message: `${message} ${hint}`.trimEnd(), file, line, column };
}

import { escapeControls } from '../escapeControls.ts';
import type { Annotation } from './Annotation.ts';

/**
 * A workflow command of GitHub Actions, in one line; `file` is relative to the root of the repository.
 * See https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function renderAnnotation({ level, title, message, file, line, column }: Annotation): string {
  const properties = Object.entries({ file, line, col: column, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${level} ${properties.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return escapeControls(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

// The annotations of a report, as lines after its text: GitHub reads them from the output of a step.
import path from 'node:path';
import { git } from '../gateway/describe/contracts/git.ts';
import { type Annotation, type Report, escapeControls } from '../project/Report.ts';

/** The report with its annotations in the text, their files relative to the root of the repository of the working directory. */
export function annotateReport(report: Report, cwd = process.cwd()): Report {
  const { annotations = [] } = report;
  if (annotations.length === 0) return report;
  const prefix = prefixOf(cwd);
  const lines = annotations.map(({ file, ...annotation }) =>
    renderAnnotation({ ...annotation, ...(file !== undefined && { file: inRepository(file, prefix, cwd) }) }),
  );
  return { ...report, text: [report.text.trimEnd(), ...lines].join('\n') };
}

/** The path of a folder in its repository; '' where there is none. */
function prefixOf(folder: string): string {
  try {
    return git(folder, ['rev-parse', '--show-prefix']).toString().trim();
  } catch {
    return '';
  }
}

function inRepository(file: string, prefix: string, cwd: string): string {
  const relative = path.posix.join(prefix, path.relative(cwd, path.resolve(cwd, file)).replaceAll(path.sep, '/'));
  return relative.startsWith('..') ? file : relative;
}

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

// The annotations of a report, as lines after its text: GitHub reads them from the output of a step.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../gateway/config/environment.ts';
import { git } from '../gateway/contracts/git.ts';
import type { Annotation, Report } from '../project/Report.ts';
import { escapeControls } from '../project/texts.ts';

/** The report with its annotations in the text, their files relative to the root of the repository of the working directory. */
export function annotateReport(report: Report, env: Environment, cwd = process.cwd()): Report {
  const { annotations = [] } = report;
  if (annotations.length === 0) return report;
  const root = findRoot(env, cwd);
  const lines = annotations.map(({ file, ...annotation }) =>
    renderAnnotation({ ...annotation, ...(file !== undefined && { file: relativeTo(root, path.resolve(cwd, file)) }) }),
  );
  return { ...report, text: [report.text.trimEnd(), ...lines].join('\n') };
}

/** The repository, or what the workflow checked out. */
function findRoot(env: Environment, cwd: string): string {
  try {
    return git(cwd, ['rev-parse', '--show-toplevel']).toString().trim();
  } catch {
    return env['GITHUB_WORKSPACE'] || cwd;
  }
}

/** With slashes; git resolves symbolic links, so that both have to be. */
function relativeTo(root: string, file: string): string {
  const folder = path.dirname(file);
  const real = existsSync(folder) ? path.join(realpathSync(folder), path.basename(file)) : file;
  const relative = path.relative(realpathSync(root), real);
  return (relative.startsWith('..') ? file : relative).replaceAll(path.sep, '/');
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

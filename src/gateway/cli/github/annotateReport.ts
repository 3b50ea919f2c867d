// The annotations of a report, as lines after its text: GitHub reads them from the output of a step.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../config/parseEnvironment.ts';
import { git } from '../../contracts/git.ts';
import type { Report } from '../Report.ts';
import { renderAnnotation } from './renderAnnotation.ts';

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

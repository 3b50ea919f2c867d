import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { type DiagnosticCollector, fileDiagnostic } from '../errors/Diagnostic.ts';
import { findNearest } from '../errors/findNearest.ts';
import { listFiles } from './listFiles.ts';

export const CONVENTIONS = 'conventions.json';

/**
 * The endpoint documents and shapes of a version in the order of their paths, which is the same on every machine. Reports
 * an empty version, files whose names look like those of documents or conventions, and links that lead nowhere.
 */
export function listDocuments(folder: string, diagnostics: DiagnosticCollector): string[] {
  const names = listFiles(folder, diagnostics).sort();
  for (const name of names) checkFileName(path.join(folder, name), path.dirname(name) === '.', diagnostics);
  const documents = names.filter((name) => name.endsWith('.graphql') && existsSync(path.join(folder, name)));
  if (documents.length === 0 && !names.includes(CONVENTIONS)) {
    const hint = `Add an endpoint document or ${CONVENTIONS}, or remove the folder.`;
    diagnostics.add(fileDiagnostic(folder, `The version ${path.basename(folder)} is empty.`, hint));
  }
  return documents.map((name) => path.join(folder, name));
}

/** Reports a file whose name suggests that it is read, though it is not, or cannot be. `isTop`: where `conventions.json` is read. */
export function checkFileName(file: string, isTop: boolean, diagnostics: DiagnosticCollector): void {
  const name = path.basename(file);
  const { name: stem, ext } = path.parse(file);
  // Editors lock a file with such a link.
  if (name.startsWith('.')) return;
  if ((ext === '' || ext === '.graphql' || name === CONVENTIONS) && isDangling(file)) {
    diagnostics.add(fileDiagnostic(file, `The link "${name}" leads nowhere.`, 'Correct or remove the link.'));
  }
  if (/^\.(?:gql|graphqls?)$/i.test(ext) && ext !== '.graphql') {
    const message = `The extension of an endpoint document must be .graphql, not ${ext}.`;
    diagnostics.add(fileDiagnostic(file, message, `Rename the file to ${stem}.graphql.`));
  }
  if (!ext.toLowerCase().startsWith('.json') || findNearest(stem, ['conventions']) === undefined) return;
  if (name !== CONVENTIONS) {
    const message = `The file of conventions must be named ${CONVENTIONS}, not ${name}.`;
    diagnostics.add(fileDiagnostic(file, message, 'Rename the file.'));
  } else if (!isTop) {
    const hint = 'Move it to the folder of the version, or beside the versions.';
    diagnostics.add(fileDiagnostic(file, `${CONVENTIONS} must not be in a subfolder of a version.`, hint));
  }
}

/** Whether a file is a link to what does not exist. */
function isDangling(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(file);
}

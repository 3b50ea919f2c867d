import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isExecutableDefinitionNode } from 'graphql';
import { DiagnosticCollector, diagnosticAt, DocumentError, fileDiagnostic, shortPath } from '../errors/Diagnostic.ts';
import type { FileCache } from './FileCache.ts';
import { checkFileName } from './listDocuments.ts';
import { parseFile } from './parseFile.ts';

const VERSION = /^v[1-9]\d{0,8}$/;

/**
 * The numbers of the versions in a folder, the lowest first. Reports other folders, and documents beside the versions.
 * Throws a DocumentError where there is no version.
 */
export function listVersions(folder: string, diagnostics: DiagnosticCollector, files: FileCache): number[] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) {
    const message = `The folder of endpoint documents ${stats ? 'is a file' : 'does not exist'}.`;
    throw new DocumentError([fileDiagnostic(folder, message, 'Name a folder with versions named v1, v2, ….')]);
  }
  const names = readdirSync(folder).filter((each) => !each.startsWith('.'));
  if (VERSION.test(path.basename(folder)) && !names.some((name) => VERSION.test(name))) {
    const around = shortPath(path.dirname(path.resolve(folder)));
    const message = `The folder "${path.basename(folder)}" is a version; the folder of the endpoint documents contains the versions.`;
    throw new DocumentError([fileDiagnostic(folder, message, `Name the folder around it: ${around}`)]);
  }
  const numbers: number[] = [];
  for (const name of names) {
    const entry = path.join(folder, name);
    const isFolder = statSync(entry, { throwIfNoEntry: false })?.isDirectory();
    if (!isFolder) checkFile(entry, diagnostics, files);
    else if (VERSION.test(name)) numbers.push(Number(name.slice(1)));
    else diagnostics.add(fileDiagnostic(entry, `The folder "${name}" is not a version.`, renameHint(name)));
  }
  if (numbers.length > 0) return numbers.sort((a, b) => a - b);
  const message = 'The folder has no versions, which are folders named v1, v2, ….';
  diagnostics.add(fileDiagnostic(folder, message, 'Create the folder v1 with an endpoint document.'));
  throw new DocumentError(diagnostics.diagnostics);
}

/** `version3`, `V3` and `v03` were meant to be v3. */
function renameHint(name: string): string {
  const number = /^(?:v|version)?[-_. ]*0*([1-9]\d{0,8})$/i.exec(name)?.[1];
  return number === undefined
    ? 'Move it to another place: versions are named v1, v2, ….'
    : `Rename it to "v${number}".`;
}

/** Type definitions beside the versions, which editors read, are allowed; operations and fragments are not. */
function checkFile(file: string, diagnostics: DiagnosticCollector, files: FileCache): void {
  checkFileName(file, true, diagnostics);
  if (!file.endsWith('.graphql') || !existsSync(file)) return;
  const document = files.read(file, parseFile, new DiagnosticCollector());
  if (document && !document.definitions.some(isExecutableDefinitionNode)) return;
  const message = 'An endpoint document must be in the folder of a version.';
  const hint = 'Move the file to the version that introduces it, such as v1.';
  const definition = document?.definitions.find(isExecutableDefinitionNode);
  diagnostics.add(definition ? diagnosticAt(definition, message, hint) : fileDiagnostic(file, message, hint));
}

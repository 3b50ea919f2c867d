// The folders of the versions, and the files in them.
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isExecutableDefinitionNode } from 'graphql';
import { API_FILE } from '../conventions/apiProperties.ts';
import { DiagnosticCollector, DocumentError, diagnosticAt, fileDiagnostic, shortPath } from '../errors/Diagnostic.ts';
import { findNearest } from '../errors/nearNames.ts';
import type { FileCache } from './FileCache.ts';
import { parseFile } from './readDefinitions.ts';

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
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
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

export const CONVENTIONS = 'conventions.json';

/**
 * The endpoint documents and shapes of a version in the order of their paths, which is the same on every machine. Reports
 * an empty version, files whose names look like those of documents or conventions, and links that lead nowhere.
 */
export function listDocuments(folder: string, diagnostics: DiagnosticCollector): string[] {
  const names = listFiles(folder, diagnostics).sort();
  for (const name of names) checkFileName(path.join(folder, name), path.dirname(name) === '.', diagnostics);
  for (const name of names.filter((each) => path.basename(each) === API_FILE)) {
    const message = `${API_FILE} must not be in the folder of a version.`;
    diagnostics.add(fileDiagnostic(path.join(folder, name), message, 'Move it beside the versions.'));
  }
  const documents = names.filter((name) => name.endsWith('.graphql') && existsSync(path.join(folder, name)));
  if (documents.length === 0 && !names.includes(CONVENTIONS)) {
    const hint = `Add an endpoint document or ${CONVENTIONS}, or remove the folder.`;
    diagnostics.add(fileDiagnostic(folder, `The version ${path.basename(folder)} is empty.`, hint));
  }
  return documents.map((name) => path.join(folder, name));
}

/** Reports a file whose name suggests that it is read, though it is not, or cannot be. `isTop`: where `conventions.json` is read. */
function checkFileName(file: string, isTop: boolean, diagnostics: DiagnosticCollector): void {
  const name = path.basename(file);
  const { name: stem, ext } = path.parse(file);
  // Editors lock a file with such a link.
  if (name.startsWith('.')) return;
  if ((ext === '' || ext === '.graphql' || name === CONVENTIONS || name === API_FILE) && isDangling(file)) {
    diagnostics.add(fileDiagnostic(file, `The link "${name}" leads nowhere.`, 'Correct or remove the link.'));
  }
  if (/^\.(?:gql|graphqls?)$/i.test(ext) && ext !== '.graphql') {
    const message = `The extension of an endpoint document must be .graphql, not ${ext}.`;
    diagnostics.add(fileDiagnostic(file, message, `Rename the file to ${stem}.graphql.`));
  }
  if (/^api\.json/i.test(name) && name !== API_FILE) {
    const message = `The file of the properties of the API must be named ${API_FILE}, not ${name}.`;
    diagnostics.add(fileDiagnostic(file, message, 'Rename the file.'));
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

/**
 * The files below a folder, and the links that lead nowhere, by their relative paths; links to folders are followed. Reports a link to a
 * folder that contains it, where this would not end.
 */
function listFiles(folder: string, diagnostics: DiagnosticCollector): string[] {
  const names: string[] = [];
  walk('', [realpathSync(folder)]);
  return names;

  /** `real` has the folders that lead to `below`, without links. */
  function walk(below: string, real: readonly string[]): void {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = path.join(below, entry.name);
      if (entry.isDirectory()) walk(name, [...real, path.join(real.at(-1)!, entry.name)]);
      else if (entry.isSymbolicLink()) follow(name, real);
      else if (entry.isFile()) names.push(name);
    }
  }

  function follow(name: string, real: readonly string[]): void {
    const place = path.join(folder, name);
    const stats = existsSync(place) ? statSync(place, { throwIfNoEntry: false }) : undefined;
    if (!stats?.isDirectory()) {
      if (!stats || stats.isFile()) names.push(name);
      return;
    }
    const target = realpathSync(place);
    if (!real.some((folderAround) => `${folderAround}${path.sep}`.startsWith(`${target}${path.sep}`))) {
      walk(name, [...real, target]);
      return;
    }
    const message = `The link "${path.basename(name)}" leads to a folder that contains it.`;
    diagnostics.add(fileDiagnostic(place, message, 'Remove the link.'));
  }
}

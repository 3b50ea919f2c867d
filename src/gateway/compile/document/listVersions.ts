// The folders of the versions, and the files in them.
import { type Stats, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isExecutableDefinitionNode } from 'graphql';
import { API_FILE } from '../../plan/conventions/apiProperties.ts';
import { DiagnosticCollector, DocumentError, diagnosticAt, fileDiagnostic } from '../../base/errors/Diagnostic.ts';
import { parseFile, readSource } from './readDefinitions.ts';

const VERSION = /^v[1-9]\d{0,8}$/;

/**
 * The numbers of the versions in a folder, the lowest first. Reports other folders, and documents beside the versions.
 * Throws a DocumentError where there is no version.
 */
export function listVersions(folder: string, diagnostics: DiagnosticCollector): number[] {
  const stats = statOf(folder);
  if (!stats?.isDirectory()) {
    const message = `The folder of endpoint documents ${stats ? 'is a file' : 'does not exist'}.`;
    throw new DocumentError([fileDiagnostic(folder, message, 'Name a folder with versions named v1, v2, ….')]);
  }
  const numbers = readNumbers(folder, diagnostics);
  if (numbers.length > 0) return numbers.sort((a, b) => a - b);
  const message = 'The folder has no versions, which are folders named v1, v2, ….';
  diagnostics.add(
    fileDiagnostic(folder, message, 'Name the folder around v1, or create v1 with an endpoint document.'),
  );
  throw new DocumentError(diagnostics.diagnostics);
}

/** Whether a folder of endpoint documents has a version with files. */
export function hasVersions(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const versions = readdirSync(folder).filter((name) => /^v\d+$/.test(name));
  return versions.some((name) =>
    readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true }).some((entry) => entry.isFile()),
  );
}

/** Whether a folder has no endpoint documents yet: no version with files, and nothing that was meant to be in one. */
export function isEmpty(folder: string): boolean {
  const diagnostics = new DiagnosticCollector();
  if (hasVersions(folder)) return false;
  readNumbers(folder, diagnostics);
  return diagnostics.diagnostics.length === 0;
}

function readNumbers(folder: string, diagnostics: DiagnosticCollector): number[] {
  const numbers: number[] = [];
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.')) continue;
    const entry = path.join(folder, name);
    if (!statOf(entry)?.isDirectory()) checkFile(entry, diagnostics);
    else if (VERSION.test(name)) numbers.push(Number(name.slice(1)));
    else {
      const hint = 'Rename it, or move it to another place: versions are named v1, v2, ….';
      diagnostics.add(fileDiagnostic(entry, `The folder "${name}" is not a version.`, hint));
    }
  }
  return numbers;
}

/** Type definitions beside the versions, which editors read, are allowed; operations and fragments are not. */
function checkFile(file: string, diagnostics: DiagnosticCollector): void {
  checkFileName(file, [CONVENTIONS, API_FILE], diagnostics);
  if (!file.endsWith('.graphql') || !existsSync(file)) return;
  const document = parseFile(readSource(file), new DiagnosticCollector());
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
  const names = listFiles(folder, '', [realpathSync(folder)], diagnostics).sort();
  for (const name of names) {
    checkFileName(path.join(folder, name), path.dirname(name) === '.' ? [CONVENTIONS] : [], diagnostics);
  }
  const documents = names.filter((name) => name.endsWith('.graphql') && existsSync(path.join(folder, name)));
  if (documents.length === 0 && !names.includes(CONVENTIONS)) {
    const hint = `Add an endpoint document or ${CONVENTIONS}, or remove the folder.`;
    diagnostics.add(fileDiagnostic(folder, `The version ${path.basename(folder)} is empty.`, hint));
  }
  return documents.map((name) => path.join(folder, name));
}

/** Reports a file whose name suggests that it is read, though it is not, and a link to nothing. `read` are the JSON files of its folder. */
function checkFileName(file: string, read: readonly string[], diagnostics: DiagnosticCollector): void {
  const name = path.basename(file);
  const isDocument = /\.(?:gql|graphqls?)$/i.test(name);
  const isJson = /^(?:api|conv\w*)\.json/i.test(name);
  if (!existsSync(file)) {
    diagnostics.add(fileDiagnostic(file, `The link "${name}" leads nowhere.`, 'Correct or remove the link.'));
  }
  if (isDocument && !name.endsWith('.graphql')) {
    const { name: stem, ext } = path.parse(name);
    const message = `The extension of an endpoint document must be .graphql, not ${ext}.`;
    diagnostics.add(fileDiagnostic(file, message, `Rename the file to ${stem}.graphql.`));
  }
  if (isJson && !read.includes(name)) {
    const hint = `${API_FILE} is beside the versions; ${CONVENTIONS} is there, and in the folder of a version.`;
    diagnostics.add(fileDiagnostic(file, `The file ${name} is not read here.`, hint));
  }
}

/**
 * The files below a folder, and the links that lead nowhere, by their relative paths; links to folders are followed. Reports a link to a
 * folder that contains it, where this would not end. `around` has the folders that lead to `below`, without links.
 */
function listFiles(
  folder: string,
  below: string,
  around: readonly string[],
  diagnostics: DiagnosticCollector,
): string[] {
  return readdirSync(path.join(folder, below)).flatMap((entry) => {
    const name = path.join(below, entry);
    const place = path.join(folder, name);
    if (entry.startsWith('.')) return [];
    const stats = statOf(place);
    if (!stats?.isDirectory()) return !stats || stats.isFile() ? [name] : [];
    const target = realpathSync(place);
    if (!around.some((outer) => `${outer}${path.sep}`.startsWith(`${target}${path.sep}`))) {
      return listFiles(folder, name, [...around, target], diagnostics);
    }
    const message = `The link "${entry}" leads to a folder that contains it.`;
    diagnostics.add(fileDiagnostic(place, message, 'Remove the link.'));
    return [];
  });
}

/** Undefined for a link that leads nowhere, or to itself. */
function statOf(place: string): Stats | undefined {
  return existsSync(place) ? statSync(place, { throwIfNoEntry: false }) : undefined;
}

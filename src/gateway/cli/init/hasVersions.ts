import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DocumentError, fileDiagnostic } from '../../errors/Diagnostic.ts';

/** Whether a folder of endpoint documents has a version with files. Throws a DocumentError for a version that is a link to nowhere. */
export function hasVersions(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const names = readdirSync(folder).filter((name) => /^v\d+$/.test(name));
  const dangling = names.filter((name) => !existsSync(path.join(folder, name)));
  if (dangling.length > 0) throw new DocumentError(dangling.map((name) => describeLink(path.join(folder, name))));
  return names.some((name) => hasFiles(path.join(folder, name)));
}

function describeLink(file: string) {
  return fileDiagnostic(file, `The link "${path.basename(file)}" leads nowhere.`, 'Correct or remove the link.');
}

function hasFiles(folder: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
}

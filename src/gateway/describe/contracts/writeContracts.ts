import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CHANGES_TITLE } from './changes/renderChangesPage.ts';
import { CHANGES, CONTRACTS, isOpenApi } from './contractFiles.ts';
import { asObject } from './openapi/OpenApiReader.ts';

/** A file of another tool has the name of a contract. */
export class ForeignFileError extends Error {}

/**
 * Writes the contracts and removes obsolete ones; returns the files that it changed. Throws a ForeignFileError, and changes
 * nothing, where it would overwrite a file of another tool.
 */
export function writeContracts(root: string, compiled: ReadonlyMap<string, string>): string[] {
  const stale = findStale(root, compiled);
  const foreign = stale.find((file) => isForeign(file, path.join(root, file)));
  if (foreign !== undefined) {
    const place = path.join(root, foreign);
    throw new ForeignFileError(
      `${place} was not written by portico contracts. Move or rename it: nothing was written.`,
    );
  }
  for (const file of findObsolete(root, compiled)) rmSync(path.join(root, file));
  for (const [file, text] of compiled) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    if (stale.includes(file)) writeFileSync(path.join(root, file), text);
  }
  return stale;
}

/** The files that are not current: they differ, are missing, or are obsolete. */
export function findStale(root: string, compiled: ReadonlyMap<string, string>): string[] {
  const differing = [...compiled].filter(([file, text]) => read(path.join(root, file)) !== text).map(([file]) => file);
  return [...differing, ...findObsolete(root, compiled)];
}

/** A file with conflict markers is written again. */
function isForeign(file: string, place: string): boolean {
  const text = read(place);
  if (text === undefined || text.trim() === '' || /^<{7} /m.test(text)) return false;
  if (file === CHANGES) return !text.startsWith(CHANGES_TITLE);
  return isOpenApi(file) && !isOpenApiOfPortico(text);
}

/** Every document that Portico ever wrote is OpenAPI 3.1 with a version of the API that is a number. */
function isOpenApiOfPortico(text: string): boolean {
  try {
    const { openapi, info } = asObject(JSON.parse(text));
    return openapi === '3.1.0' && /^\d+$/.test(String(asObject(info)['version']));
  } catch {
    return false;
  }
}

/** The OpenAPI documents on disk that the API does not have any more. Other files are not contracts. */
function findObsolete(root: string, compiled: ReadonlyMap<string, string>): string[] {
  const folder = path.join(root, CONTRACTS);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.map((name) => `${CONTRACTS}/${name}`).filter((file) => isOpenApi(file) && !compiled.has(file));
}

/** Git for Windows may check files out with other ends of lines. */
function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
}

// Files that init and add write: compiled before, and never over others.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../../gateway/compile/compileApi.ts';
import { DocumentError } from '../../gateway/base/errors/Diagnostic.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';

/** A file to write: `replaces` is the content that it must still have; absent: it must not exist. */
export interface NewFile {
  /** Relative to the folder of the project, with forward slashes. */
  file: string;
  text: string;
  replaces?: string;
}

/**
 * Writes the files in this order, and overwrites none: a file that exists by now, or that has changed since it was read, is an error. The
 * error names what was written before it.
 */
export function writeFiles(folder: string, files: readonly NewFile[]): void {
  const written: string[] = [];
  for (const file of files) {
    try {
      writeFile(path.join(folder, file.file), file);
    } catch (cause) {
      const before = written.length === 0 ? 'Nothing was written.' : `Written before: ${written.join(', ')}.`;
      throw new Error(`${file.file} cannot be written: ${(cause as Error).message}\n${before}`, { cause });
    }
    written.push(file.file);
  }
}

function writeFile(file: string, { text, replaces }: NewFile): void {
  if (replaces === undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  } else {
    if (readFileSync(file, 'utf8') !== replaces) throw new Error('it was changed in the meantime.');
    writeFileSync(file, text);
  }
}

/**
 * Compiles endpoint documents as they are going to be: those of the folder `existing`, with new files in `folder`. Writes only to a
 * temporary folder. Throws a DocumentError, with the paths of the files in it, and an error for a file that cannot be written.
 */
export function compileFiles(
  { folder, files, existing }: { folder: string; files: readonly NewFile[]; existing?: string },
  schema: GraphQLSchema,
): ApiPlan {
  const temporary = mkdtempSync(path.join(tmpdir(), 'portico-'));
  try {
    const copy = path.join(temporary, folder);
    if (existing !== undefined && existsSync(existing)) cpSync(existing, copy, { recursive: true });
    writeFiles(temporary, files);
    return compileApi(copy, schema);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const within = (file: string) => path.relative(temporary, path.resolve(file)).replaceAll(path.sep, '/');
    throw new DocumentError(error.diagnostics.map((diagnostic) => ({ ...diagnostic, file: within(diagnostic.file) })));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

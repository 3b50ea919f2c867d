import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../../compile/compileApi.ts';
import { DocumentError } from '../../errors/Diagnostic.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import { findFileInPlace } from './findFileInPlace.ts';
import type { NewFile } from './NewFile.ts';
import { writeFiles } from './writeFiles.ts';

/**
 * Compiles endpoint documents as they are going to be: those in `folder`, relative to `root`, with new files. Writes only to a temporary
 * folder. Throws a DocumentError, and an error where a folder of a file is a file itself.
 */
export function compileFiles(
  { root, folder, files }: { root: string; folder: string; files: readonly NewFile[] },
  schema: GraphQLSchema,
): ApiPlan {
  for (const { file } of files) {
    const inPlace = findFileInPlace(root, file);
    if (inPlace === undefined) continue;
    throw new Error(
      `${inPlace} is not a folder, so ${file} cannot be written. Move or rename it: nothing was written.`,
    );
  }
  const temporary = mkdtempSync(path.join(tmpdir(), 'portico-'));
  try {
    const existing = path.join(root, folder);
    const copy = path.join(temporary, folder);
    if (existsSync(existing)) cpSync(existing, copy, { recursive: true });
    writeFiles(temporary, files);
    return compileApi(copy, schema);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const within = (file: string) => path.relative(temporary, path.resolve(file)).replaceAll(path.sep, '/');
    throw new DocumentError(error.diagnostics.map((each) => ({ ...each, file: within(each.file) })));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

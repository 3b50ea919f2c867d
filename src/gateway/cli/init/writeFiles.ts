import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NewFile } from './NewFile.ts';

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

import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { LineLengthError, splitLines } from '../gateway/http/splitLines.ts';
import { UsageError } from './UsageError.ts';
import { readNamed } from './readSources.ts';

/** Of a line, in UTF-16 code units: a recorded request, or a line of a log. */
export const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/**
 * The lines of a file that an option names, or of standard input for `-`. Throws a UsageError where it cannot be read, and rejects with one
 * for a line that is too long.
 */
export function openLines(file: string, by: string): AsyncGenerator<string> {
  if (file === '-') return linesOf(process.stdin.setEncoding('utf8'), 'standard input', by);
  const named = path.resolve(file);
  readNamed({ path: named, by }, 'file', () => {
    if (statSync(named).isDirectory()) throw new Error('It is a folder');
  });
  return readLines(file, by);
}

/** The lines of a file that an option names. Rejects with a UsageError for a line that is too long. */
export function readLines(file: string, by: string): AsyncGenerator<string> {
  const chunks = createReadStream(path.resolve(file), { encoding: 'utf8', highWaterMark: 1024 * 1024 });
  return linesOf(chunks, file, by);
}

async function* linesOf(chunks: AsyncIterable<string>, name: string, by: string): AsyncGenerator<string> {
  try {
    yield* splitLines(chunks, MAX_LINE_LENGTH);
  } catch (error) {
    throw error instanceof LineLengthError ? new UsageError(`${by}: ${name}: ${error.message}.`) : error;
  }
}

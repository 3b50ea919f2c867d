import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { readNamed } from './readSources.ts';

/** The lines of a file that an option names, or of standard input for `-`. Throws a UsageError where it cannot be read. */
export function openLines(file: string, by: string): AsyncGenerator<string> {
  if (file === '-') return linesOf(process.stdin.setEncoding('utf8'));
  const named = path.resolve(file);
  readNamed({ path: named, by }, 'file', () => {
    if (statSync(named).isDirectory()) throw new Error('It is a folder');
  });
  return readLines(named);
}

export function readLines(file: string): AsyncGenerator<string> {
  return linesOf(createReadStream(file, { encoding: 'utf8', highWaterMark: 1024 * 1024 }));
}

/** Without the breaks after them. JSON may have U+2028, which readline takes for one. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const [end, ...lines] = chunk.split('\n');
    rest += end;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  yield rest;
}

/** A line is longer than what reads it holds in memory. */
export class LineLengthError extends Error {
  constructor(line: number, maxLength: number) {
    super(`line ${line} has more than ${maxLength} characters`);
    this.name = 'LineLengthError';
  }
}

/**
 * The lines of a text in chunks, without the breaks after them; the last one is what follows the last break. JSON may have U+2028, which
 * readline takes for a break. Rejects with a LineLengthError for a line of more than `maxLength` UTF-16 code units, as soon as it has them.
 */
export async function* splitLines(chunks: AsyncIterable<string>, maxLength: number): AsyncGenerator<string> {
  let rest = '';
  let number = 1;
  for await (const chunk of chunks) {
    for (let start = 0; ; number++) {
      const end = chunk.indexOf('\n', start);
      rest += chunk.slice(start, end < 0 ? undefined : end);
      if (rest.length > maxLength) throw new LineLengthError(number, maxLength);
      if (end < 0) break;
      yield rest;
      rest = '';
      start = end + 1;
    }
  }
  yield rest;
}

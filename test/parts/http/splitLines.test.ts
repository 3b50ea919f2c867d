import { expect, test } from 'vitest';
import { splitLines } from '../../../src/gateway/server.ts';

async function split(chunks: readonly string[], maxLength = 4) {
  const lines: string[] = [];
  const source = (async function* () {
    yield* chunks;
  })();
  for await (const line of splitLines(source, maxLength)) lines.push(line);
  return lines;
}

test.each<[string[], string[]]>([
  [[], ['']],
  [['ab'], ['ab']],
  [['ab\n'], ['ab', '']],
  [
    ['a', 'b\n\nc', '\u2028\n', 'd'],
    ['ab', '', 'c\u2028', 'd'],
  ],
  [['abcd\nabcd'], ['abcd', 'abcd']],
])('%j is %j', async (chunks, lines) => {
  expect(await split(chunks)).toEqual(lines);
});

test.each([[['abcde']], [['ab\nab', 'cde\n']], [['ab\n', 'abc', 'd', 'e']]])(
  '%j has a line that is too long',
  async (chunks) => {
    const line = chunks[0]!.includes('\n') ? 2 : 1;
    await expect(split(chunks)).rejects.toThrow(`line ${line} has more than 4 characters`);
  },
);

test('a line without an end is not read to its end', async () => {
  let read = 0;
  const endless = (async function* () {
    for (;;) {
      read += 1;
      yield 'x';
    }
  })();
  await expect(splitLines(endless, 10).next()).rejects.toThrow('line 1 has more than 10 characters');
  expect(read).toBe(11);
});

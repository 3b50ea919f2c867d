import { expect, test } from 'vitest';
import { createTerminal } from '../../../../../src/gateway/cli/dev/createTerminal.ts';

const RED = '\u001B[31mno\u001B[39m';

test.each([
  ['a terminal with colours', { isTTY: true, hasColors: () => true }, RED],
  ['a terminal without colours, such as with NO_COLOR', { isTTY: true, hasColors: () => false }, 'no'],
  ['a pipe', {}, 'no'],
])('styles for %s', (_, output, expected) => {
  expect(createTerminal({ ...output, write: () => {} }).style('red', 'no')).toBe(expected);
});

test('ends each text with one line break', () => {
  let written = '';
  const { print } = createTerminal({ write: (text) => (written += text) });
  print('a');
  print('b\n');
  expect(written).toBe('a\nb\n');
});

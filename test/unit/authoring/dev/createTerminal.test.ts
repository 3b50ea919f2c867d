import { expect, test } from 'vitest';
import { createTerminal } from '../../../../src/authoring/dev/createTerminal.ts';

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

test.each([
  ['a terminal with colours', { isTTY: true, hasColors: () => true }, `${RED}\\u001b]0;PWNED\\u0007\n`],
  ['a pipe', {}, 'no\\u001b]0;PWNED\\u0007\n'],
])('escapes control characters of others for %s', (_, output, expected) => {
  let written = '';
  const { print, style } = createTerminal({ ...output, write: (text) => (written += text) });
  print(`${style('red', 'no')}\u001B]0;PWNED\u0007`);
  expect(written).toBe(expected);
});

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { escapeControls, escapeUnstyled, print, printReport } from '../../../src/project/Report.ts';

const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
// Other test files of the same worker may have printed.
const listeners = process.stdout.rawListeners('error') as (() => void)[];
process.stdout.removeAllListeners('error');
afterEach(() => {
  write.mockClear();
  process.exitCode = undefined;
  process.stdout.removeAllListeners('error');
});
afterAll(() => listeners.forEach((listener) => process.stdout.on('error', listener)));
const printed = () => write.mock.calls.map(([text]) => text);

test('JSON has the same value without control characters', () => {
  const value = { description: 'a\u007Fb\u0085c\u009Bd\te' };
  print(JSON.stringify(value, null, 2));
  expect(printed()).toEqual(['{\n  "description": "a\\u007fb\\u0085c\\u009bd\\te"\n}\n']);
  expect(JSON.parse(printed()[0] as string)).toEqual(value);
});

test('many texts need one listener for errors', () => {
  for (let count = 0; count < 20; count++) print('a');
  expect(process.stdout.listenerCount('error')).toBe(1);
});

test.each([
  ['EPIPE', 0],
  ['EIO', 1],
])('an output that fails with %s exits with %i', (code, exitCode) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  print('a');
  process.stdout.emit('error', Object.assign(new Error('the output failed'), { code }));
  expect(exit.mock.calls).toEqual([[exitCode]]);
  exit.mockRestore();
});

test('a report has no control characters', () => {
  const text = 'a\tb \u001B]0;PWNED\u0007\u009B';
  printReport({ text, json: { text }, ok: true });
  printReport({ text, json: { text }, ok: true }, true);
  expect(printed()).toEqual([
    'a\tb \\u001b]0;PWNED\\u0007\\u009b\n',
    '{\n  "text": "a\\tb \\u001b]0;PWNED\\u0007\\u009b"\n}\n',
  ]);
  expect(JSON.parse(printed()[1] as string)).toEqual({ text });
});

describe('escapeControls', () => {
  test.each([
    ['a title of the terminal', '\u001B]0;PWNED\u0007', '\\u001b]0;PWNED\\u0007'],
    ['a colour', '\u001B[31mno\u001B[39m', '\\u001b[31mno\\u001b[39m'],
    ['DEL and C1', '\u007F\u0080\u009B2J\u009F', '\\u007f\\u0080\\u009b2J\\u009f'],
    ['a line that is overwritten', 'ok\rno\0\b\v\f', 'ok\\u000dno\\u0000\\u0008\\u000b\\u000c'],
    ['tabs and line breaks', '\ta\n\r\nb', '\ta\n\r\nb'],
    ['other text', 'Zoë – 日本 😀\u00A0', 'Zoë – 日本 😀\u00A0'],
  ])('escapes %s', (_, text, escaped) => {
    expect(escapeControls(text)).toBe(escaped);
  });

  test('keeps colours and weights where they are wanted', () => {
    const text = '\u001B[1m\u001B[31mno\u001B[39m\u001B[22m';
    expect(escapeUnstyled(`${text}\u001B[8m\u001B]0;x\u0007`)).toBe(`${text}\\u001b[8m\\u001b]0;x\\u0007`);
  });
});

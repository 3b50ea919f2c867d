import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { escapeUnstyled, print } from '../../../src/project/Report.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);
// Other test files of the same worker may have printed.
const listeners = process.stdout.rawListeners('error') as (() => void)[];
process.stdout.removeAllListeners('error');
afterEach(() => void process.stdout.removeAllListeners('error'));
afterAll(() => listeners.forEach((listener) => process.stdout.on('error', listener)));

test('many texts need one listener for errors', () => {
  for (let count = 0; count < 20; count++) print('a');
  expect(process.stdout.listenerCount('error')).toBe(1);
});

test('an output that fails exits with 1', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  print('a');
  process.stdout.emit('error', Object.assign(new Error('the output failed'), { code: 'EIO' }));
  expect(exit.mock.calls).toEqual([[1]]);
  exit.mockRestore();
});

test('colours and weights stay where they are wanted', () => {
  const text = '\u001B[1m\u001B[31mno\u001B[39m\u001B[22m';
  expect(escapeUnstyled(`${text}\u001B[8m\u001B]0;x\u0007`)).toBe(`${text}\\u001b[8m\\u001b]0;x\\u0007`);
});

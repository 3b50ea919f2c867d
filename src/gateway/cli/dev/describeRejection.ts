import { inspect } from 'node:util';
import type { Terminal } from './createTerminal.ts';
import { ownFrames } from './ownFrames.ts';

/** A rejected promise that no code handles, in lines: what it was rejected with, and the code that did. */
export function describeRejection(reason: unknown, style: Terminal['style']): string {
  const { message, stack = '' } = reason instanceof Error ? reason : { message: inspect(reason) };
  return [
    style('red', `Unhandled rejection: ${message}`),
    ...ownFrames(stack).map((frame) => `  ${frame}`),
    '  hint: Await the promise or catch its error; Node ends a process for it, except this one.',
  ].join('\n');
}

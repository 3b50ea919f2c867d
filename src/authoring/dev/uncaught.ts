import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { Terminal } from './createTerminal.ts';

/** The folder of this package. */
const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));

/** A rejected promise that no code handles, in lines: what it was rejected with, and the code that did. */
export function describeRejection(reason: unknown, style: Terminal['style']): string {
  const { message, stack = '' } = reason instanceof Error ? reason : { message: inspect(reason) };
  return describe(
    style('red', `Unhandled rejection: ${message}`),
    ownFrames(stack),
    'Await the promise or catch its error',
  );
}

/**
 * An error that code of the project threw where no code catches it, as in a timer; in lines. Undefined for any other error: where code of
 * Portico or a package threw it, the state of the process is not known.
 */
export function describeUncaught(error: unknown, style: Terminal['style'], folder = PACKAGE): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message, stack = '' } = error;
  const frames = ownFrames(stack);
  if (frames.length === 0 || stack.includes(folder)) return undefined;
  return describe(style('red', `Uncaught error: ${message}`), frames, 'Catch the error');
}

function describe(title: string, frames: readonly string[], fix: string): string {
  const hint = `  hint: ${fix}; Node ends a process for it, except this one.`;
  return [title, ...frames.map((frame) => `  ${frame}`), hint].join('\n');
}

/** Frames of a stack in libraries, in Node and in JavaScript itself. */
const OTHER_CODE = /[\\/]node_modules[\\/]|\bnode:|<anonymous>\)?$/;
/** The frames of a stack that are shown. */
const MAX_FRAMES = 4;

/** The first frames of a stack that are code of the project. */
export function ownFrames(stack: string): string[] {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !OTHER_CODE.test(line));
  return frames.slice(0, MAX_FRAMES).map((frame) => frame.trim());
}

/** Frames of a stack in libraries, in Node and in JavaScript itself. */
const OTHER_CODE = /[\\/]node_modules[\\/]|\bnode:|<anonymous>\)?$/;
/** The frames of a stack that are shown. */
const MAX_FRAMES = 4;

/** The first frames of a stack that are code of the project. */
export function ownFrames(stack: string): string[] {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && !OTHER_CODE.test(line));
  return frames.slice(0, MAX_FRAMES).map((frame) => frame.trim());
}

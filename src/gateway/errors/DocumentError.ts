import path from 'node:path';
import type { ASTNode } from 'graphql';

/** One mistake in the endpoint documents: where it is, what it is, and how to mend it. */
export interface Mistake {
  /** As it was read, for people relative to the working directory. */
  file: string;
  /** Counted from 1. */
  line: number;
  message: string;
  mend: string;
}

/** What is wrong with a folder of endpoint documents: every mistake that could be found, not only the first. */
export class DocumentError extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ file, line, message, mend }) => `${file}:${line}: ${message} ${mend}`.trimEnd()).join('\n'));
    this.name = 'DocumentError';
    this.mistakes = mistakes;
  }
}

/** The mistake at a node of a parsed document; its source's name is the file. */
export function mistakeAt(node: ASTNode | undefined, message: string, mend = ''): Mistake {
  const location = node?.loc;
  return {
    file: shortPath(location?.source.name ?? ''),
    line: location?.startToken.line ?? 1,
    message,
    mend,
  };
}

/** A path as people write it: relative to the working directory where that is shorter. */
export function shortPath(file: string): string {
  const relative = path.relative('', file);
  return relative.startsWith('..') || relative === '' ? file : relative;
}

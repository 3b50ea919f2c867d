import path from 'node:path';
import type { ASTNode } from 'graphql';

/** One problem in the endpoint documents: where it is, what is wrong, and how to fix it. */
export interface Diagnostic {
  /** As it was read, for people relative to the working directory. */
  file: string;
  /** Counted from 1, as is the column. */
  line: number;
  column: number;
  message: string;
  hint: string;
}

/** Reports a problem at a node of a parsed document. */
export type Report = (node: ASTNode | undefined, message: string, hint?: string) => void;

/** A folder of endpoint documents that cannot be compiled: every problem that was found, not only the first. */
export class DocumentError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(
      diagnostics
        .map(({ file, line, column, message, hint }) => `${file}:${line}:${column}: ${message} ${hint}`.trimEnd())
        .join('\n'),
    );
    this.name = 'DocumentError';
    this.diagnostics = diagnostics;
  }
}

/** The diagnostic at a node of a parsed document; the name of its source is the file. */
export function diagnosticAt(node: ASTNode | undefined, message: string, hint = ''): Diagnostic {
  const location = node?.loc;
  return {
    file: shortPath(location?.source.name ?? ''),
    line: location?.startToken.line ?? 1,
    column: location?.startToken.column ?? 1,
    message,
    hint,
  };
}

/** Collects diagnostics. One that is found in several versions, because they inherit the document, is kept once. */
export class DiagnosticCollector {
  readonly #diagnostics = new Map<string, Diagnostic>();

  readonly report: Report = (node, message, hint) => this.add(diagnosticAt(node, message, hint));

  add(diagnostic: Diagnostic): void {
    this.#diagnostics.set(JSON.stringify(diagnostic), diagnostic);
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#diagnostics.values()];
  }
}

/** A path as people write it: relative to the working directory where that is shorter. */
export function shortPath(file: string): string {
  const relative = path.relative('', file);
  return relative.startsWith('..') || relative === '' ? file : relative;
}

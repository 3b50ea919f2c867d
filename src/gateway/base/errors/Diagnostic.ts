import path from 'node:path';
import { type ASTNode, type GraphQLSchema, type Token, TokenKind } from 'graphql';

/** A place in a file: both counted from 1. */
export interface Position {
  line: number;
  column: number;
}

/** One problem in the endpoint documents: where it is, what is wrong, and how to fix it. */
export interface Diagnostic extends Position {
  /** As it was read, for people relative to the working directory. */
  file: string;
  /** One sentence: the subject, what is wrong, what is expected. */
  message: string;
  /** One sentence: the fix. */
  hint: string;
}

/** Reports a problem at a node of a parsed document. */
export type ReportDiagnostic = (node: ASTNode | undefined, message: string, hint?: string) => void;

/** A folder of endpoint documents that cannot be compiled: every problem that was found, not only the first. */
export class DocumentError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => `${renderDiagnostic(diagnostic)} ${diagnostic.hint}`.trimEnd()).join('\n'));
    this.name = 'DocumentError';
    this.diagnostics = diagnostics;
  }
}

/** A part of a schema that is not valid, although the schema can be read without it. */
export interface SchemaFault extends Diagnostic {
  /** The schema coordinates that an endpoint cannot use. */
  coordinates: readonly string[];
}

const SCHEMA_FAULTS = 'porticoFaults';

/** The extensions of a schema that has faults. */
export function withSchemaFaults(extensions: object, faults: readonly SchemaFault[]): Record<string, unknown> {
  return { ...extensions, [SCHEMA_FAULTS]: faults };
}

/** The faults of a schema that was read from a file; none of any other schema. */
export function schemaFaultsOf({ extensions }: GraphQLSchema): readonly SchemaFault[] {
  return (extensions[SCHEMA_FAULTS] as readonly SchemaFault[] | undefined) ?? [];
}

/** `file:line:column: message`, the form that editors and CI systems recognize. */
export function renderDiagnostic({ file, line, column, message }: Diagnostic): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** The diagnostic at a node of a parsed document, behind its description; the name of its source is the file. */
export function diagnosticAt(node: ASTNode | undefined, message: string, hint = ''): Diagnostic {
  const { line = 1, column = 1 } = (node && firstToken(node)) ?? {};
  return { file: shortPath(node?.loc?.source.name ?? ''), line, column, message, hint };
}

/** The diagnostic about a file or folder as a whole. */
export function fileDiagnostic(file: string, message: string, hint: string): Diagnostic {
  return { file: shortPath(file), line: 1, column: 1, message, hint };
}

/**
 * Collects diagnostics, and sorts them by file and position. One that is found in several versions, because they inherit
 * the document, is kept once.
 */
export class DiagnosticCollector {
  readonly #diagnostics = new Map<string, Diagnostic>();

  readonly report: ReportDiagnostic = (node, message, hint) => this.add(diagnosticAt(node, message, hint));

  add(diagnostic: Diagnostic): void {
    this.#diagnostics.set(JSON.stringify(diagnostic), diagnostic);
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#diagnostics.values()].sort(
      (a, b) => FILES.compare(a.file, b.file) || a.line - b.line || a.column - b.column,
    );
  }
}

/** Puts v2 before v10. */
const FILES = new Intl.Collator('en', { numeric: true });

/** A path as people write it: relative to the working directory where that is shorter. */
export function shortPath(file: string): string {
  const relative = path.relative('', file);
  return relative.startsWith('..') || relative === '' ? file : relative;
}

function firstToken(node: ASTNode): Token | undefined {
  const description = 'description' in node ? node.description?.loc?.endToken : undefined;
  let token: Token | null | undefined = description?.next ?? node.loc?.startToken;
  while (token?.kind === TokenKind.COMMENT) token = token.next;
  return token ?? undefined;
}

import { type Diagnostic, renderDiagnostic } from '../gateway/base/errors/Diagnostic.ts';
import { writeJson } from '../gateway/http/losslessJson.ts';

/**
 * Prints a text without control characters to standard output; JSON keeps its value. Ends the program without an error where its
 * reader, such as `head`, has closed it.
 */
export function print(text: string): void {
  if (!process.stdout.listeners('error').includes(exit)) process.stdout.on('error', exit);
  // JSON escapes most of them itself, and the others may be escaped in it too: they are in strings.
  process.stdout.write(`${escapeControls(text)}\n`);
}

/** A closed pipe is the end of the output, not an error. */
function exit({ code }: NodeJS.ErrnoException): never {
  process.exit(code === 'EPIPE' ? 0 : 1);
}

/** Prints a report as text or JSON, and sets the exit code. */
export function printReport({ text, json, ok }: Report, asJson = false): void {
  print(asJson ? writeJson(json, 2) : text.trimEnd());
  if (!ok) process.exitCode = 1;
}

/** The output of a command that only reads. */
export interface Report {
  /** For people, in lines. */
  text: string;
  /** For tools; its keys are stable. */
  json: unknown;
  /** Whether the exit code is 0, or 1. */
  ok: boolean;
  /** For `--github`. */
  annotations?: readonly Annotation[];
}

/** A problem in the endpoint documents with its hint, each in a line. */
export function renderWithHint(diagnostic: Diagnostic): string {
  const hint = diagnostic.hint === '' ? '' : `  hint: ${diagnostic.hint}\n`;
  return `${renderDiagnostic(diagnostic)}\n${hint}`;
}

/** The annotation of a problem in the endpoint documents. */
export function annotateDiagnostic(
  { file, line, column, message, hint }: Diagnostic,
  level: Annotation['level'],
): Annotation {
  return { level, title: 'Endpoint document', message: `${message} ${hint}`.trimEnd(), file, line, column };
}

/** A message that GitHub shows at a line of a file. */
export interface Annotation {
  level: 'error' | 'warning';
  title: string;
  message: string;
  /** Absolute, or relative to the working directory. Absent: it concerns the whole run. */
  file?: string;
  /** Both counted from 1. */
  line?: number;
  column?: number;
}

/** A table in plain text: columns as wide as their widest cell, without trailing spaces. */
export function alignColumns(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows
    .map((row) => `${indent}${row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}

/** A number with its noun: `1 endpoint`, `2 endpoints`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** C0 but for tabs and line breaks, DEL and C1: a terminal obeys them. */
const CONTROL = /\r(?!\n)|(?![\t\n\r])\p{Cc}/gu;

/** Those that do not begin a colour or a weight of `styleText`. */
const UNSTYLED = new RegExp(`(?!\u001B\\[(?:1|2|22|3[1-6]|39)m)(?:${CONTROL.source})`, 'gu');

/** A text that may contain text of others, such as of a schema or an upstream, without control characters: as `\u001b`. */
export function escapeControls(text: string, controls = CONTROL): string {
  return text.replace(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As `escapeControls`, but keeps colours and weights. */
export function escapeUnstyled(text: string): string {
  return escapeControls(text, UNSTYLED);
}

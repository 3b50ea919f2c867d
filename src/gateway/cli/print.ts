import { escapeControls } from './escapeControls.ts';
import type { Report } from './Report.ts';

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
  print(asJson ? JSON.stringify(json, null, 2) : text.trimEnd());
  if (!ok) process.exitCode = 1;
}

import { escapeControls } from './Report.ts';

/** Invalid arguments: the value of an option, or a combination of options. Ends the program with exit code 2. */
export class UsageError extends Error {}

const EXPLANATIONS: Readonly<
  Record<string, (error: NodeJS.ErrnoException & { address?: string; port?: number; setting?: string }) => string>
> = {
  EADDRINUSE: ({ address, port, setting = 'PORT' }) =>
    `Port ${port} of ${address} is in use. Stop the process that uses it, or set ${setting} to another port (0 takes any free one).`,
  EADDRNOTAVAIL: ({ address }) =>
    `This machine does not have the address ${address}. Set HOST to an address of this machine.`,
  ENOTFOUND: () => 'HOST cannot be resolved to an address.',
};

/** The message for an error that ends a command: one line for each problem, without a stack or control characters. */
export function explainError(error: unknown): string {
  return escapeControls(explain(error));
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `portico: ${String(error)}\n`;
  // These are bugs, which need the stack.
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) {
    return `portico: ${error.stack ?? error.message}\n`;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const text = EXPLANATIONS[code ?? '']?.(error) ?? message;
  return text
    .split('\n')
    .map((line) => `portico: ${line}\n`)
    .join('');
}

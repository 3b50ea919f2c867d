const EXPLANATIONS: Readonly<
  Record<string, (error: NodeJS.ErrnoException & { address?: string; port?: number }) => string>
> = {
  EADDRINUSE: ({ address, port }) =>
    `Port ${port} of ${address} is in use. Stop what listens there, or set PORT to another port (0 takes any free one).`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address}. Set HOST to one that it has.`,
  ENOTFOUND: () => 'The HOST cannot be resolved to an address.',
};

/** What a person is told of an error that ended a command: a line for each thing that is wrong, and no stack. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return `portico: ${String(error)}\n`;
  // These come from mistakes in this program, which only the stack can show.
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

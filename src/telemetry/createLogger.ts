import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Bytes that a pipe takes at once, without those of another process between them. See pipe(7), PIPE_BUF. */
const AT_ONCE = 4096;

/**
 * Makes the process's logger: one JSON object per line. It writes to standard output without waiting, and what is still
 * unwritten when the process ends is written then.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 1, sync: false, maxWrite: AT_ONCE }),
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  );
}

/** An error without the properties that libraries hang on it: those can hold documents, variables and rows. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: name,
    ...(code !== undefined && { code }),
    message,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Bytes that a pipe takes at once, without those of another process between them. See pipe(7), PIPE_BUF. */
const AT_ONCE = 4096;
/** Bytes that are kept while they cannot be written. */
const MOST_UNWRITTEN = 4 * 1024 * 1024;

/**
 * Makes the process's logger: one JSON object per line. It writes to standard output without waiting, and what is still
 * unwritten when the process ends is written then.
 */
export function createLogger(level: string, destination: DestinationStream = openStandardOutput()): Logger {
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

/**
 * Standard output as it may fail, such as on a full disk: lines are kept up to a bound, then lost, and requests are
 * answered all the same. Without this the process would end over it, and hang in its last attempt to write.
 */
function openStandardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, maxWrite: AT_ONCE, maxLength: MOST_UNWRITTEN });
  const flushSync = stream.flushSync.bind(stream);
  let fails = false;
  stream.on('error', () => (fails = true));
  stream.on('write', () => (fails = false));
  stream.flushSync = () => {
    if (!fails) flushSync();
  };
  return stream;
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

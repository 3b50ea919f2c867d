import cluster from 'node:cluster';
import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Bytes of one write. Workers share a pipe, to which so many are written atomically: see pipe(7), PIPE_BUF. */
const MAX_WRITE_BYTES = cluster.isWorker ? 4096 : 64 * 1024;
/** Bytes that are buffered while they cannot be written. */
const MAX_BUFFER_BYTES = 4 * 1024 * 1024;

/** Time in which lines wait for each other. */
const MAX_DELAY_MS = 10;

/** Creates the logger of the process: one JSON object per line on standard output, asynchronous, and flushed on exit. */
export function createLogger(level: string, destination: DestinationStream = openStandardOutput()): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: readTime,
      serializers: { err: describeError },
    },
    destination,
  );
}

let currentSecond = NaN;
let timeOfSecond = '';

/** The property of the time as pino writes it. Only its milliseconds are formatted for each line. */
function readTime(): string {
  const now = Date.now();
  const milliseconds = now % 1000;
  if (now - milliseconds !== currentSecond) {
    currentSecond = now - milliseconds;
    timeOfSecond = `,"time":"${new Date(currentSecond).toISOString().slice(0, -4)}`;
  }
  return `${timeOfSecond}${String(milliseconds).padStart(3, '0')}Z"`;
}

/**
 * Standard output that may fail, as on a full disk: lines are buffered up to a limit, then dropped. Otherwise the process would end.
 * Lines that follow each other within milliseconds leave in one write, which takes longer than the line.
 */
function openStandardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, maxWrite: MAX_WRITE_BYTES, maxLength: MAX_BUFFER_BYTES });
  const write = stream.write.bind(stream);
  const flushSync = stream.flushSync.bind(stream);
  let fails = false;
  let lines = '';
  const pass = () => {
    if (lines !== '') write(lines);
    lines = '';
  };
  stream.on('error', () => (fails = true));
  stream.on('write', () => (fails = false));
  stream.write = (line) => {
    if (lines.length + line.length > MAX_WRITE_BYTES) pass();
    if (lines === '') setTimeout(pass, MAX_DELAY_MS);
    lines += line;
    return true;
  };
  stream.flushSync = () => {
    pass();
    if (!fails) flushSync();
  };
  return stream;
}

/** In UTF-16 code units. */
const MAX_CODE_LENGTH = 200;

/** An error without the properties that libraries add to it, which can contain documents, variables and rows. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  // That of a GraphQL error, not of a file.
  const path = 'path' in error && Array.isArray(error.path) ? error.path : undefined;
  // That of a GraphQL error, by which `errors.codes` maps it.
  const extension: unknown = (error as { extensions?: { code?: unknown } | null }).extensions?.code;
  return {
    type: name,
    ...(code !== undefined && { code }),
    message,
    stack,
    ...(path !== undefined && { path }),
    ...(typeof extension === 'string' && { extensions: { code: extension.slice(0, MAX_CODE_LENGTH) } }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

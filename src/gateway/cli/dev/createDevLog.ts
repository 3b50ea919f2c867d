// The log of `dev`: one line for people for each request, instead of JSON.
import { type Logger, createLogger } from '../../telemetry/createLogger.ts';
import type { Terminal } from './createTerminal.ts';

/** An error as the log serializes it. */
interface LoggedError {
  message?: string;
  stack?: string;
  cause?: LoggedError;
}

/** A line of the log, as far as it is shown. */
interface LogLine {
  level: number;
  msg?: string;
  requestId?: string;
  method?: string;
  path?: string;
  status?: number;
  milliseconds?: number;
  err?: LoggedError;
}

/** The lowest level of a warning. */
const WARN = 40;
/** The frames of a stack that are shown. */
const MAX_FRAMES = 4;

/** Creates a logger that prints to a terminal. The files of the documentation are not requests of the API. */
export function createDevLog(terminal: Terminal, level: string, docsFolder: string): Logger {
  const failures = new Map<string, LoggedError[]>();

  function printRequest({ requestId = '', method = '', path = '', status = 0, milliseconds = 0 }: LogLine): void {
    const errors = failures.get(requestId) ?? [];
    failures.delete(requestId);
    if (path.startsWith(docsFolder)) return;
    const time = terminal.style('dim', new Date().toTimeString().slice(0, 8));
    const shown = terminal.style(colourOf(status), status === 0 ? 'aborted' : String(status));
    terminal.print(`${time} ${method.padEnd(6)} ${path} ${shown} ${terminal.style('dim', `${milliseconds} ms`)}`);
    for (const error of errors) terminal.print(describeCause(error));
  }

  function printLine(line: LogLine): void {
    const { msg = '', requestId, err, status } = line;
    if (status !== undefined) printRequest(line);
    else if (requestId !== undefined && err) failures.set(requestId, [...(failures.get(requestId) ?? []), err]);
    else {
      terminal.print(line.level >= WARN ? terminal.style('yellow', `warning: ${msg}`) : msg);
      if (err) terminal.print(describeCause(err));
    }
  }

  return createLogger(level, { write: (line) => printLine(JSON.parse(line) as LogLine) });
}

function colourOf(status: number): Parameters<Terminal['style']>[0] {
  if (status >= 500 || status === 0) return 'red';
  if (status >= 400) return 'yellow';
  return 'green';
}

/** What was thrown first, with the code that threw it. */
function describeCause(error: LoggedError): string {
  if (error.cause) return describeCause(error.cause);
  const { message = '', stack = '' } = error;
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node_modules|\(?node:/.test(line))
    .slice(0, MAX_FRAMES);
  return [`  ${message.replaceAll('\n', '\n  ')}`, ...frames.map((frame) => `    ${frame.trim()}`)].join('\n');
}

// The log of `dev`: one line for people for each request, instead of JSON.
import { styleText } from 'node:util';
import { shortPath } from '../../gateway/base/errors/Diagnostic.ts';
import { type Logger, createLogger } from '../../gateway/base/telemetry/createLogger.ts';
import type { Print } from './createReporter.ts';

/** An error as the log serializes it. */
interface LoggedError {
  message?: string;
  stack?: string;
  /** Of the field that failed. */
  path?: readonly (string | number)[];
  /** That of a GraphQL error. */
  extensions?: { code: string };
  cause?: LoggedError;
}

/** A line of the log, as far as it is shown. */
interface LogLine {
  level: number;
  msg?: string;
  method?: string;
  path?: string;
  /** The endpoint document. */
  document?: string;
  status?: number;
  milliseconds?: number;
  err?: LoggedError;
}

/** The lowest level of a warning. */
const WARN = 40;

/** Creates a logger that prints to a terminal. The files of the documentation are not requests of the API. */
export function createDevLog(print: Print, level: string, docsFolder: string): Logger {
  function printRequest({ method = '', path = '', status = 0, milliseconds = 0 }: LogLine): void {
    if (path.startsWith(docsFolder) && status < 500) return;
    const time = styleText('dim', new Date().toTimeString().slice(0, 8));
    const shown = styleText(colourOf(status), status === 0 ? 'aborted' : String(status));
    print(`${time} ${method.padEnd(6)} ${path} ${shown} ${styleText('dim', `${milliseconds} ms`)}`);
  }

  function printLine(line: LogLine): void {
    const { msg = '', method, path, document, err, status } = line;
    const source = document === undefined ? '' : ` (${shortPath(document)})`;
    if (status !== undefined) return printRequest(line);
    // At once: the line of the request may be of a level that is not shown, or come before, if the client has disconnected.
    if (method !== undefined && err) print(styleText('red', `${method} ${path}: ${msg}${source}`));
    else print(line.level >= WARN ? styleText('yellow', `warning: ${msg}`) : msg);
    if (err) print(describeCause(err));
  }

  return createLogger(level, { write: (line) => printLine(JSON.parse(line) as LogLine) });
}

function colourOf(status: number): 'red' | 'yellow' | 'green' {
  if (status >= 500 || status === 0) return 'red';
  if (status >= 400) return 'yellow';
  return 'green';
}

/** What was thrown first, in which field, and with which code for `errors.codes`. The code that threw it is shown for errors that are not Portico's own. */
function describeCause(error: LoggedError, outer?: LoggedError): string {
  const { message = '', stack = '', path = outer?.path, extensions = outer?.extensions } = error;
  if (error.cause)
    return describeCause(error.cause, { ...error, ...(path && { path }), ...(extensions && { extensions }) });
  const isOwn = outer === undefined;
  // That of any error that has none.
  const code = extensions?.code === 'INTERNAL_SERVER_ERROR' ? undefined : extensions?.code;
  const field = path?.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  const places = [
    ...(field === undefined ? [] : [`at ${field.replace(/^\./, '')}`]),
    ...(code === undefined ? [] : [`with extensions.code ${code}`]),
    ...(isOwn ? [] : ownFrames(stack)),
  ];
  return [message, ...places.map((place) => `  ${place}`)].join('\n').replace(/^/gm, '  ');
}

/** Frames of a stack in libraries, in Node and in JavaScript itself. */
const OTHER_CODE = /[\\/]node_modules[\\/]|\bnode:|<anonymous>\)?$/;

/** The frames of a stack that are code of the project. */
function ownFrames(stack: string): string[] {
  return [...stack.matchAll(/^\s+(at .*)/gm)].map(([, frame]) => frame!).filter((frame) => !OTHER_CODE.test(frame));
}

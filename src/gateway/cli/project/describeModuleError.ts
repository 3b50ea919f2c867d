import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Why a module cannot be loaded, with the file, the line and the column where they are known; without a stack. */
export function describeModuleError(error: unknown, cwd = process.cwd()): string {
  if (!(error instanceof Error)) return String(error);
  const [message = '', ...rest] = error.message.split('\n');
  const [, reason, at] = /^ParseError: (.*?)\s*\n\s*(\S.*:\d+:\d+)/s.exec(error.message) ?? [];
  if (at !== undefined) return `${reason} (${shorten(at, cwd)})`;
  if (rest[0] === 'Require stack:') {
    const importer = rest[1]?.replace(/^- /, '') ?? '';
    return `${message.replace(`${cwd}${path.sep}`, '')} (${shorten(importer, cwd)})`;
  }
  const frame = findFrame(error);
  return frame === undefined ? error.message : `${error.message} (${shorten(frame, cwd)})`;
}

/**
 * The position in the innermost module that is neither Node's nor a package. Of a module that was compiled, which its path and not a URL
 * names, only the line is that of its source.
 */
function findFrame({ stack = '' }: Error): string | undefined {
  const frames = [...stack.matchAll(/^ {4}at (?:.*\()?((?:file:\/\/)?\/?[^()]*?:\d+:\d+)\)?$/gm)].map(
    (match) => match[1]!,
  );
  const frame = frames.find((each) => /[\\/]/.test(each) && !/node:|[\\/]node_modules[\\/]/.test(each));
  return frame?.startsWith('file:') ? fileURLToPath(frame) : frame?.replace(/:\d+$/, '');
}

function shorten(file: string, cwd: string): string {
  return file.startsWith(cwd + path.sep) ? file.slice(cwd.length + 1) : file;
}

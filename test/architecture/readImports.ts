import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** One module of `src`, its path relative to `src`, and the specifiers it imports, types included. */
export interface Module {
  file: string;
  imports: readonly string[];
}

/** Reads every module below a folder but those of installed packages. Generated modules count like any other: they are imported like any other. */
export function readModules(folder: string): Module[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.[cm]?[jt]s$/.test(file) && !file.includes('node_modules/'))
    .sort()
    .map((file) => ({ file, imports: readImports(readFileSync(path.join(folder, file), 'utf8')) }));
}

/**
 * The specifiers of every form of import: static, re-export, side effect, dynamic, `require`, and `import('…')` types.
 * Comments are taken out first, so that an example in a comment is no import.
 */
export function readImports(source: string): string[] {
  const code = source.replace(/(['"`])(?:\\.|(?!\1)[^\\\n])*\1|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (token, quote) =>
    quote ? token : ' ',
  );
  // A text that contains an import, such as a file that is written, does not begin a line with it.
  const forms =
    /(?:^|;)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])(.+?)\1|(?:^|;)\s*import\s*(['"])(.+?)\3|\b(?:import|require|resolve)\s*\(\s*(['"`])(.+?)\5/gm;
  return [...code.matchAll(forms)].map((match) => match[2] ?? match[4] ?? match[6] ?? '');
}

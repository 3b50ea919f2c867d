import type { z } from 'zod';
import { type Diagnostic, shortPath } from '../errors/Diagnostic.ts';

/** What is wrong with a `conventions.json`, each at the line of its key. */
export function conventionDiagnostics(file: string, text: string, { issues }: z.ZodError): Diagnostic[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        file: shortPath(file),
        line: lineOf(text, [...path, key]),
        column: 1,
        message: `There is no convention "${[...path, key].join('.')}".`,
        hint: 'Correct the name, or leave it out.',
      }));
    }
    const message = `"${path.join('.')}" is not what it can be: ${issue.message}.`;
    return [
      { file: shortPath(file), line: lineOf(text, path), column: 1, message, hint: 'Correct it, or leave it out.' },
    ];
  });
}

/** The line of a key, counted from 1: each name of its path is looked for behind the one before it. */
function lineOf(text: string, path: readonly string[]): number {
  let at = 0;
  for (const name of path) {
    const next = text.indexOf(JSON.stringify(name), at);
    if (next >= 0) at = next;
  }
  return text.slice(0, at).split('\n').length;
}

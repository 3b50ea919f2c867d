import type { z } from 'zod';
import { type Mistake, shortPath } from '../errors/DocumentError.ts';

/** What is wrong with a `conventions.json`, each at the line of its key. */
export function conventionMistakes(file: string, text: string, { issues }: z.ZodError): Mistake[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        file: shortPath(file),
        line: lineOf(text, [...path, key]),
        message: `There is no convention "${[...path, key].join('.')}".`,
        mend: 'Correct the name, or leave it out.',
      }));
    }
    const message = `"${path.join('.')}" is not what it can be: ${issue.message}.`;
    return [{ file: shortPath(file), line: lineOf(text, path), message, mend: 'Correct it, or leave it out.' }];
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

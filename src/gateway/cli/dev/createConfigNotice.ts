import { readFileSync } from 'node:fs';
import { shortPath } from '../../errors/Diagnostic.ts';

/** Creates a function that says what a change of the configuration means; undefined where its content is what was last seen. */
export function createConfigNotice(file: string): () => string | undefined {
  const first = readText(file);
  let last = first;
  return () => {
    const text = readText(file);
    if (text === last) return undefined;
    last = text;
    return text === first
      ? `${shortPath(file)} is as it was at startup again`
      : `${shortPath(file)} has changed; restart to apply it`;
  };
}

/** Undefined where it cannot be read. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

import { git } from './git.ts';

/** The files whose text is not that of the last commit; none outside of a repository. */
export function findUncommitted(root: string, files: ReadonlyMap<string, string>): string[] {
  if (read(root, ['rev-parse', '--git-dir']) === undefined) return [];
  return [...files].filter(([file, text]) => read(root, ['show', `HEAD:./${file}`]) !== text).map(([file]) => file);
}

function read(root: string, args: readonly string[]): string | undefined {
  try {
    return git(root, args).toString();
  } catch {
    return undefined;
  }
}

import path from 'node:path';
import type { Revision } from '../Break.ts';
import { CONTRACTS, SCHEMA, isOpenApi } from '../contractFiles.ts';
import { git } from '../git.ts';
import { readBlobs } from '../readBlobs.ts';
import { BaselineError } from './BaselineError.ts';
import { parseDocument } from './parseDocument.ts';

/**
 * The contracts of a branch, a tag or a commit, below the same folder of the repository. Undefined where it does not exist;
 * throws a BaselineError outside of a repository, where it has no contracts, and where one is not valid.
 */
export function readCommit(root: string, ref: string): Revision[] | undefined {
  if (read(root, ['rev-parse', '--git-dir']) === undefined) {
    throw new BaselineError(
      `The branch, tag or commit ${ref} cannot be read: ${root} is not in a git repository, or git is not installed. For a folder, write ./${ref}.`,
    );
  }
  const commit = read(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])?.trim();
  if (commit === undefined) return undefined;
  const entries = git(root, ['ls-tree', '-z', commit, `${CONTRACTS}/`])
    .toString()
    .split('\0');
  const files = entries.flatMap((entry) => {
    const [, blob, file] = /^\d+ blob (\w+)\t(.+)$/s.exec(entry) ?? [];
    return blob !== undefined && file !== undefined && (isOpenApi(file) || file === SCHEMA) ? [{ blob, file }] : [];
  });
  if (!files.some(({ file }) => isOpenApi(file))) {
    throw new BaselineError(`${ref} has no contracts in ${describeFolder(root)}.`);
  }
  const texts = readBlobs(
    root,
    files.map(({ blob }) => blob),
  );
  return files.map(({ file }, index) => {
    const text = texts[index]!;
    if (isOpenApi(file)) parseDocument(text, `${ref}:${file}`);
    return { file, text, since: { against: ref } };
  });
}

function read(root: string, args: readonly string[]): string | undefined {
  try {
    return git(root, args).toString();
  } catch {
    return undefined;
  }
}

/** The folder of the contracts, as paths in the repository are written. */
function describeFolder(root: string): string {
  return path.posix.join(git(root, ['rev-parse', '--show-prefix']).toString().trim(), CONTRACTS);
}

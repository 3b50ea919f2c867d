// Reads from git every revision of the contracts that was ever committed: what is in the history has been published.
// Refuses a history that is not whole, because what it leaves out could not be held to.
import { git } from './git.ts';

/** What one file said as of one commit. */
export interface Revision {
  file: string;
  text: string;
  /** Abbreviated. */
  commit: string;
  date: string;
}

/** There is no history to compare with, or not all of it; the message says what to do. */
export class HistoryError extends Error {}

/** Every text that each file below a folder of the repository ever had, newest first. */
export function readHistory(root: string, folder: string): Revision[] {
  if (!isWhole(root)) return [];
  // Merges are shown against each parent, and no branch is left out: a text counts wherever it was committed.
  const log = git(root, [
    'log',
    '--full-history',
    '-m',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--relative',
    '--format=commit %H %cs',
    '--',
    folder,
  ]);
  const found = new Map<string, Omit<Revision, 'text'> & { blob: string }>();
  let [commit, date] = ['', ''];
  for (const line of log.toString().split('\n')) {
    [, commit = commit, date = date] = /^commit (\w+) (\S+)$/.exec(line) ?? [];
    const [, blob, file] = /^:\d+ \d+ \w+ (\w+) \w+\t(.+)$/.exec(line) ?? [];
    if (blob === undefined || file === undefined || /^0+$/.test(blob) || found.has(`${file} ${blob}`)) continue;
    found.set(`${file} ${blob}`, { file, blob, commit: commit.slice(0, 7), date });
  }
  const revisions = [...found.values()];
  const texts = readBlobs(
    root,
    revisions.map(({ blob }) => blob),
  );
  return revisions.map(({ file, commit: of, date: on }, index) => ({
    file,
    commit: of,
    date: on,
    text: texts[index]!,
  }));
}

/** False where nothing has been committed at all. */
function isWhole(root: string): boolean {
  let isShallow: string;
  try {
    isShallow = git(root, ['rev-parse', '--is-shallow-repository']).toString().trim();
  } catch (error) {
    throw new HistoryError(
      `There is no git history here, so nothing says what has been published. Run this in a clone of the repository, where git is installed. (${reasonOf(error)})`,
    );
  }
  if (isShallow === 'true') {
    throw new HistoryError(
      'This clone is shallow, so it does not know everything that has been published. Fetch the rest with `git fetch --unshallow`, or clone with its whole history (in CI: fetch depth 0).',
    );
  }
  try {
    git(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
    return true;
  } catch {
    return false;
  }
}

/** What git said, or why it could not be asked. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: Buffer };
  return (stderr?.toString().trim() || message).split('\n')[0]!;
}

/** The contents of blobs. See https://git-scm.com/docs/git-cat-file#_batch_output */
function readBlobs(root: string, blobs: readonly string[]): string[] {
  const output = git(root, ['cat-file', '--batch'], blobs.map((blob) => `${blob}\n`).join(''));
  let at = 0;
  return blobs.map(() => {
    const endOfHeader = output.indexOf('\n', at);
    const size = Number(output.toString('latin1', at, endOfHeader).split(' ')[2]);
    const start = endOfHeader + 1;
    at = start + size + 1;
    return output.toString('utf8', start, start + size);
  });
}

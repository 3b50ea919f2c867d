// Reads every committed revision of the contracts from git: a committed revision is published. Refuses an incomplete
// history, because the contracts could not be compared with the missing revisions.
import type { Revision } from './Break.ts';
import { git, hasRepository, readBlobs, tryGit } from './git.ts';

/** The history is missing or incomplete; the message says what to do. */
export class HistoryError extends Error {}

/** Every revision of each file below a folder of the project, newest first. */
export function readHistory(root: string, folder: string): Revision[] {
  if (!hasHistory(root)) return [];
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
    found.set(`${file} ${blob}`, { file, blob, since: { commit: commit.slice(0, 7), date } });
  }
  const revisions = [...found.values()];
  const texts = readBlobs(
    root,
    revisions.map(({ blob }) => blob),
  );
  return revisions.map(({ file, since }, index) => ({ file, since, text: texts[index]! }));
}

const OTHERWISE =
  'compare with other contracts: --against DIR, --against URL of a running server, or --against a branch, tag or commit';

export const NO_REPOSITORY = `There is no git repository, and so no published version to compare with. Run \`git init\` and commit the contracts, or ${OTHERWISE}.`;

/** Whether there is a commit. Throws a HistoryError where there is no repository, or a shallow one. */
function hasHistory(root: string): boolean {
  if (!hasRepository(root)) throw new HistoryError(NO_REPOSITORY);
  let isShallow: string;
  try {
    isShallow = git(root, ['rev-parse', '--is-shallow-repository']).toString().trim();
  } catch (error) {
    throw new HistoryError(
      `The git history of the published contracts cannot be read: ${reasonOf(error)}. Run this in a clone of the repository, with git installed, or ${OTHERWISE}.`,
    );
  }
  if (isShallow === 'true') {
    throw new HistoryError(
      `This clone is shallow: the history of the published contracts is incomplete. Run \`git fetch --unshallow\`, clone with the whole history (\`fetch-depth: 0\` of actions/checkout), or ${OTHERWISE}.`,
    );
  }
  return tryGit(root, 'rev-parse', '--verify', '--quiet', 'HEAD') !== undefined;
}

function reasonOf(error: unknown): string {
  const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: Buffer };
  if (code === 'ENOENT') return 'git is not installed';
  return (stderr?.toString().trim() || message).split('\n')[0]!;
}

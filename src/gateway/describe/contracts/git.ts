import { execFileSync } from 'node:child_process';

/** A hook of git names its own repository and index in these, relative to another folder. */
const OF_HOOKS = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'];

/** The output of a git command in a folder; throws if git fails or is not installed. */
export function git(folder: string, args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['-C', folder, ...args], {
    input,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_HOOKS.includes(name))),
      // Messages are not translated.
      LC_ALL: 'C',
    },
    maxBuffer: Number.MAX_SAFE_INTEGER,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** The output of a git command as a text; undefined where git fails or is not installed. */
export function tryGit(folder: string, ...args: string[]): string | undefined {
  try {
    return git(folder, args).toString();
  } catch {
    return undefined;
  }
}

/** Whether a folder is in a git repository. A repository that git refuses to read is one, and so is any folder without git installed. */
export function hasRepository(folder: string): boolean {
  try {
    git(folder, ['rev-parse', '--git-dir']);
    return true;
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    return !/^fatal: not a git repository \(or /m.test(String(stderr));
  }
}

/** The contents of blobs as texts. See https://git-scm.com/docs/git-cat-file#_batch_output */
export function readBlobs(root: string, blobs: readonly string[]): string[] {
  if (blobs.length === 0) return [];
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

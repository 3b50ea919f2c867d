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

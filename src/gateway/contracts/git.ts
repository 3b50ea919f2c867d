import { execFileSync } from 'node:child_process';

/** The output of a git command in a folder; throws if git fails or is not installed. */
export function git(folder: string, args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['-C', folder, ...args], {
    input,
    maxBuffer: Number.MAX_SAFE_INTEGER,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

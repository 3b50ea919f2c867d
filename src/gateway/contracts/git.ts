import { execFileSync } from 'node:child_process';

/** Runs git in a folder and answers what it prints; throws if git fails or is not there. */
export function git(folder: string, args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['-C', folder, ...args], {
    input,
    maxBuffer: Number.MAX_SAFE_INTEGER,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

import { git } from './git.ts';

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

import type { ChildProcess } from 'node:child_process';

/** Keeps what a process with piped output writes; the returned function gives it. */
export function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  return () => output;
}

import { readFileSync } from 'node:fs';

/** How many files, connections among them, a process may have open. Node raises its own limit to the hard one at start. */
export function readMaxFiles(pid: number): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'latin1')) ?? [];
  return Number(soft ?? Infinity);
}

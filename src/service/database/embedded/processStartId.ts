import { readFileSync } from 'node:fs';

/** The boot and the start time of a process, which distinguish it from a later one with the same pid; '' if unknown. */
export function processStartId(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The name (field 2) may contain anything; the state is field 3 and the start time field 22. See proc(5).
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? 'dead' : `${boot} ${fields[18]}`;
  } catch {
    return '';
  }
}

/** Whether the process with this pid and start id still runs; true if that is unknown. */
export function isRunning(pid: number, startId: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = processStartId(pid);
  return now === '' || startId === '' || now === startId;
}

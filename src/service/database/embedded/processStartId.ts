import { readFileSync } from 'node:fs';

/** Tells a process from a later one of the same id: when it was started, and in which run of the machine. '' if unknown. */
export function processStartId(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Behind the name, which may hold anything, the state is field 3 and the start time field 22. See proc(5).
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? 'dead' : `${boot} ${fields[18]}`;
  } catch {
    return '';
  }
}

/** Whether the process that had this mark is still there; in doubt it is. */
export function isRunning(pid: number, mark: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = processStartId(pid);
  return now === '' || mark === '' || now === mark;
}

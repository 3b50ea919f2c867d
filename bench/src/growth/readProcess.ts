// CPU and memory of other processes, from /proc of Linux. See proc(5).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Memory of a process, in bytes. */
export interface ProcessMemory {
  resident: number;
  /** The maximum since the start of the process or the last `resetPeakMemory`. */
  peak: number;
}

/** The time that all threads of a process have run, in milliseconds: exact, where /proc/PID/stat counts in steps of 10. */
export function readCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ', 1)[0]));
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

export function readMemory(pid: number): ProcessMemory {
  const status = read(`/proc/${pid}/status`);
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { resident: kibibytes('VmRSS') * 1024, peak: kibibytes('VmHWM') * 1024 };
}

/** Lets the peak of a process of the same user begin at its present memory. */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The name of a process on this machine; undefined if there is none. */
export function readCommand(pid: number): string | undefined {
  return existsSync(`/proc/${pid}/comm`) ? read(`/proc/${pid}/comm`).trim() : undefined;
}

/** A thread that has just ended has no file any more. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (path.includes('/task/')) return '0';
    throw error;
  }
}

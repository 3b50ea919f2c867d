import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks of the fields of /proc/PID/stat, per second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * The CPU time, user and system, that the living processes of a process group have used; undefined where there is no /proc.
 * See proc_pid_stat(5).
 */
export async function readCpuSeconds(group: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')));
  const ticks = stats.reduce((sum, stat) => sum + ticksOf(stat, group), 0);
  return ticks / TICKS_PER_SECOND;
}

function ticksOf(stat: string, group: number): number {
  // The name of the program is in parentheses and can contain anything; the fields behind it begin with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [processGroup, user, system] = [fields[2], fields[11], fields[12]].map(Number);
  return processGroup === group ? user! + system! : 0;
}

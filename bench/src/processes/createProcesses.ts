import { type ChildProcess, fork, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { killGroup } from './killGroup.ts';

/** Starts processes, each as the leader of a process group, that end with this process: stopped, interrupted or killed. */
export interface Processes {
  start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Ends all that still run, with their own children, and resolves when they are gone. */
  stop(): Promise<void>;
}

/** Starts the reaper, which ends the processes when this one cannot do it any more, and waits until it listens. */
export async function createProcesses(): Promise<Processes> {
  const children = new Set<ChildProcess>();
  // In a session of its own: Ctrl-C in a terminal reaches every process of the foreground group.
  const reaper = fork(siblingModule('reaper'), { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(reaper, 'exit');
  await Promise.race([once(reaper, 'message'), exited.then(() => Promise.reject(new Error('The reaper ended.')))]);
  return {
    start: (command, args, options) => {
      // What was interrupted may not have noticed yet.
      if (!reaper.connected) throw new Error('The processes of this run have been stopped.');
      const child = spawn(command, args, { ...options, detached: true });
      const { pid } = child;
      if (pid !== undefined) {
        children.add(child);
        reaper.send({ started: pid });
        child.once('close', () => {
          children.delete(child);
          if (reaper.connected) reaper.send({ ended: pid });
        });
      }
      return child;
    },
    stop: async () => {
      // Nothing starts from here on, and the reaper begins.
      if (reaper.connected) reaper.disconnect();
      const running = [...children];
      const ended = running.map((child) => once(child, 'close'));
      for (const { pid } of running) killGroup(pid!, 'SIGKILL');
      await Promise.all([...ended, exited]);
    },
  };
}

/** The path of a module beside this one, as it runs: compiled, or as its source. */
function siblingModule(name: string): string {
  return fileURLToPath(new URL(name + path.extname(import.meta.url), import.meta.url));
}

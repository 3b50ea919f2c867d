// A shell that outlives this process, however it ends, and then kills what it has left.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Reads "start PID" and "end PID" until the pipe is closed, by this process or by its end. */
const SCRIPT = `
trap '' INT TERM HUP
pids=' '
while read -r event pid; do
  case $event in
    start) pids="$pids$pid " ;;
    end) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
[ "$pids" = ' ' ] || kill -9 $pids 2> /dev/null
sleep 0.2
umount -l "$1/small" 2> /dev/null
rm -rf "$1"
`;

/** Ends child processes and removes the folder of a run when the run has ended, be it by a signal. */
export class Reaper {
  /** Removed at the end. */
  readonly folder = mkdtempSync(path.join(tmpdir(), 'portico-chaos-'));
  readonly #shell = spawn('sh', ['-c', SCRIPT, 'reaper', this.folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });

  /** Ends this child at the latest when this process ends. */
  watch(child: ChildProcess): void {
    this.#shell.stdin.write(`start ${child.pid}\n`);
    child.once('exit', () => this.#shell.stdin.write(`end ${child.pid}\n`));
  }

  /** Resolves when everything is ended and removed. */
  async end(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#shell.once('exit', () => resolve()));
    this.#shell.stdin.end();
    await ended;
  }
}

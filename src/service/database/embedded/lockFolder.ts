// A lock file that allows one process at a time in a data folder. A stale lock of a dead process is taken over; that of a
// living process never is, nor that of another host, whose processes are unknown here.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseError } from '../databaseErrors.ts';

/** The maximum number of attempts; each but the first means that another process was quicker. */
const MAX_ATTEMPTS = 100;

interface LockHolder {
  pid: number;
  /** See processStartId; '' if unknown. */
  startId: string;
  host: string;
}

/** Locks the folder for this process; the returned function unlocks it. Throws a DatabaseError if another process holds it. */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'postgres.lock');
  const own: LockHolder = { pid: process.pid, startId: processStartId(process.pid), host: hostname() };
  // The token makes each lock file unique.
  const token = randomUUID();
  const text = JSON.stringify({ ...own, token });
  // Written completely before it is linked under its name, so that no process reads a partial file.
  const draft = `${file}.${token}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    for (let attempt = 1; !succeeds('EEXIST', () => linkSync(draft, file)); attempt++) {
      if (attempt === MAX_ATTEMPTS) {
        throw new DatabaseError(
          `The data folder ${path.resolve(folder)} cannot be locked. Start again, and delete ${path.resolve(file)} if that ` +
            'does not help and no other process uses the folder.',
        );
      }
      const found = read(file);
      if (found !== undefined) removeStale(file, found, folder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(file) === text) rmSync(file, { force: true });
  };
}

/** Why the folder cannot be locked now; undefined where it can. Changes nothing. */
export function findLock(folder: string): DatabaseError | undefined {
  const file = path.join(folder, 'postgres.lock');
  const found = read(file);
  if (found === undefined) return undefined;
  const holder = parseHolder(found);
  return holder === undefined || isHeld(holder) ? refusal(folder, file, holder) : undefined;
}

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

/** Moves the file aside before deleting it; if it turns out to be the new lock of another process, it is restored. */
function removeStale(file: string, found: string, folder: string): void {
  const holder = parseHolder(found);
  if (holder === undefined || isHeld(holder)) throw refusal(folder, file, holder);
  const aside = `${file}.${randomUUID()}`;
  if (!succeeds('ENOENT', () => renameSync(file, aside))) return;
  if (read(aside) !== found) succeeds('EEXIST', () => linkSync(aside, file));
  rmSync(aside, { force: true });
}

/** Whether the process still runs; true if that is unknown. */
function isHeld({ pid, startId, host }: LockHolder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const now = processStartId(pid);
  return now === '' || startId === '' || now === startId;
}

function refusal(folder: string, file: string, holder: LockHolder | undefined): DatabaseError {
  const where = path.resolve(folder);
  const hint = `If that process has certainly ended, delete ${path.resolve(file)}.`;
  if (holder === undefined)
    return new DatabaseError(`The data folder ${where} is in use by an unknown process. ${hint}`);
  const elsewhere = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return new DatabaseError(
    `The data folder ${where} is in use by process ${holder.pid}${elsewhere}. ` +
      `Stop that process, or set DATA_DIR to another folder.${elsewhere && ` ${hint}`}`,
  );
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const { pid = NaN, startId = '', host } = JSON.parse(text) as Partial<LockHolder>;
    return Number.isInteger(pid) ? { pid, startId: String(startId), host: String(host) } : undefined;
  } catch {
    return undefined;
  }
}

function succeeds(code: string, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (codeOf(error) === code) return false;
    throw error;
  }
}

/** Undefined if the file does not exist. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

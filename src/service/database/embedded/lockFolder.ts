// One process at a time in a data folder, held by a file that names the process. A file that a dead process left behind
// is taken over; a living process is never robbed, nor one of another machine, whose processes cannot be asked.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseError } from '../DatabaseError.ts';
import { isRunning, processStartId } from './processStartId.ts';

/** The maximum number of attempts; each but the first means that another process was quicker. */
const MAX_ATTEMPTS = 100;

/** Who holds a lock. The token makes each file different from any other. */
interface LockHolder {
  pid: number;
  mark: string;
  host: string;
  token: string;
}

/** Locks the folder for this process; the function it gives unlocks it. Throws a DatabaseError if another has it. */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'postgres.lock');
  const own: LockHolder = {
    pid: process.pid,
    mark: processStartId(process.pid),
    host: hostname(),
    token: randomUUID(),
  };
  const text = JSON.stringify(own);
  // Written in full before it appears under its name, so that nobody reads half of it.
  const draft = `${file}.${own.token}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    for (let attempt = 1; !link(draft, file); attempt++) {
      if (attempt === MAX_ATTEMPTS) throw unlockable(folder, file);
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

/** Moves the file aside before it is deleted: if another process was quicker, its lock is put back. */
function removeStale(file: string, found: string, folder: string): void {
  const holder = parseHolder(found);
  if (holder === undefined || isHeld(holder)) throw refusal(folder, file, holder);
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== found) link(aside, file);
  rmSync(aside, { force: true });
}

function isHeld(holder: LockHolder): boolean {
  return holder.host !== hostname() || isRunning(holder.pid, holder.mark);
}

function refusal(folder: string, file: string, holder: LockHolder | undefined): DatabaseError {
  const where = path.resolve(folder);
  const mend = `If it is gone for certain, delete ${path.resolve(file)}.`;
  if (holder === undefined)
    return new DatabaseError(`The data folder ${where} is in use by an unknown process. ${mend}`);
  const elsewhere = holder.host === hostname() ? '' : ` on ${holder.host}`;
  return new DatabaseError(
    `The data folder ${where} is in use by process ${holder.pid}${elsewhere}. ` +
      `Stop that process, or give this one a folder of its own with DATA_DIR.${elsewhere && ` ${mend}`}`,
  );
}

function unlockable(folder: string, file: string): DatabaseError {
  return new DatabaseError(
    `The data folder ${path.resolve(folder)} cannot be locked. Start again, and delete ${path.resolve(file)} if that does ` +
      'not help and no other process uses the folder.',
  );
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const { pid, mark, host, token } = JSON.parse(text) as Partial<LockHolder>;
    return Number.isInteger(pid)
      ? { pid: pid ?? 0, mark: String(mark), host: String(host), token: String(token) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** False if there is a file of that name already. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined if there is no such file. */
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

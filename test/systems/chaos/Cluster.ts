// A PostgreSQL of the run's own, which may be stopped, paused, filled and killed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../promises/support/startProgram.ts';
import { childrenOf } from './ManagedProcess.ts';
import type { Query } from './readRows.ts';
import type { Reaper } from './Reaper.ts';

/** Where Debian and others install the programs of PostgreSQL that are not in PATH. */
const FOLDERS = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt/postgresql', '/usr/local/opt/postgresql'];
const READY_TIMEOUT_MS = 60_000;
const SMALL_BYTES = 64 * 2 ** 20;

/** What the run writes survives the end of a process, and needs no more than that: no power is cut. */
const SETTINGS = { fsync: 'off', listen_addresses: '127.0.0.1', max_connections: '100', shared_buffers: '32MB' };

/** How PostgreSQL is stopped. See https://www.postgresql.org/docs/current/server-shutdown.html */
const STOPS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const;
export type Stop = keyof typeof STOPS;

/** A disk that can be full. */
export interface SmallDisk {
  fill(): void;
  empty(): void;
}

export class Cluster {
  readonly #folder: string;
  readonly #reaper: Reaper;
  #server: ChildProcess | undefined;
  #bin = '';
  #port = 0;
  /** PostgreSQL refuses to run as root. */
  #user: { uid?: number; gid?: number } = {};

  constructor(reaper: Reaper) {
    this.#reaper = reaper;
    this.#folder = path.join(reaper.folder, 'cluster');
  }

  /** Creates and starts it, with one empty database. */
  async create(): Promise<void> {
    this.#bin = findPrograms();
    this.#port = await freePort();
    if (process.getuid?.() === 0) this.#user = postgresUser();
    chmodSync(this.#reaper.folder, 0o755);
    this.#makeFolder(this.#folder);
    const options = ['-D', this.#folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(path.join(this.#bin, 'initdb'), options, { ...this.#user, stdio: 'pipe' });
    await this.start();
    await this.query('CREATE DATABASE chaos', [], 'postgres');
  }

  /** The URL of its database. */
  url(): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/chaos`;
  }

  /** Starts it, and waits until it is ready. */
  async start(): Promise<void> {
    // Left behind by a postmaster that was killed; its children are gone.
    rmSync(path.join(this.#folder, 'postmaster.pid'), { force: true });
    const settings = Object.entries({ ...SETTINGS, port: String(this.#port), unix_socket_directories: this.#folder });
    const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(path.join(this.#bin, 'postgres'), ['-D', this.#folder, ...options], {
      ...this.#user,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#server = server;
    this.#reaper.watch(server);
    let output = '';
    server.stderr.on('data', (chunk: Buffer) => (output = `${output}${chunk}`.slice(-2_000)));
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.#isReady())) {
      const hasEnded = server.exitCode !== null || server.signalCode !== null;
      if (hasEnded || Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${output}`);
      await setTimeout(50);
    }
  }

  /** Stops it, and waits until all of its processes have ended. */
  async stop(how: Stop): Promise<void> {
    const server = this.#server!;
    if (server.exitCode !== null || server.signalCode !== null) return;
    const children = this.#processes();
    const ended = once(server, 'exit');
    server.kill(STOPS[how]);
    await ended;
    // The children of a killed postmaster notice that they have no parent.
    while (children.some(isAlive)) await setTimeout(50);
  }

  /** Kills one process that serves a connection; PostgreSQL ends all others and recovers. */
  async killBackend(): Promise<void> {
    const [row] = await this.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = 'chaos' AND pid <> pg_backend_pid() ORDER BY state = 'active' DESC`,
    );
    if (row) process.kill(Number(row['pid']), 'SIGKILL');
  }

  /** Stops all of its processes in the middle of what they do; connections stay open. */
  pause(): void {
    for (const pid of this.#processes()) process.kill(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of this.#processes()) process.kill(pid, 'SIGCONT');
  }

  /** Changes a setting of all sessions at once; undefined: back to the default. */
  async set(name: string, value: string | undefined): Promise<void> {
    await this.query(value === undefined ? `ALTER SYSTEM RESET ${name}` : `ALTER SYSTEM SET ${name} = '${value}'`);
    await this.query('SELECT pg_reload_conf()');
  }

  /** Keeps writers of these tables waiting until the function that it returns is called. */
  async lock(tables: string): Promise<() => Promise<void>> {
    const client = await this.#connect('chaos');
    await client.query(`BEGIN; LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE`);
    return () => client.end();
  }

  /** Moves the tables that are written to a disk of 64 MB. Undefined where no disk can be mounted. */
  async moveToSmallDisk(): Promise<SmallDisk | undefined> {
    const folder = path.join(this.#reaper.folder, 'small');
    mkdirSync(folder);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_BYTES}`, 'tmpfs', folder], { stdio: 'pipe' });
    } catch {
      return undefined;
    }
    const space = path.join(folder, 'space');
    this.#makeFolder(space);
    await this.query(`CREATE TABLESPACE small LOCATION '${space}'`);
    await this.query('ALTER DATABASE chaos SET default_tablespace = small');
    for (const table of ['users', 'orders', 'order_items'])
      await this.query(`ALTER TABLE ${table} SET TABLESPACE small`);
    const ballast = path.join(folder, 'ballast');
    return { fill: () => fillDisk(ballast), empty: () => rmSync(ballast) };
  }

  /** Runs SQL on a connection of its own. */
  async query(sql: string, values: readonly unknown[] = [], database = 'chaos'): Promise<Record<string, unknown>[]> {
    const client = await this.#connect(database);
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Reads the database, once no statement writes to it. */
  async read<Result>(read: (query: Query) => Promise<Result>): Promise<Result> {
    await this.#settle();
    return read((sql, values) => this.query(sql, values));
  }

  /** Waits until no statement of the service runs, be it one whose client has gone. */
  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < 3;) {
      const [row] = await this.query(
        `SELECT count(*)::int AS busy FROM pg_stat_activity WHERE datname = 'chaos' AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
      quiet = row?.['busy'] === 0 ? quiet + 1 : 0;
      await setTimeout(50);
    }
  }

  async #connect(database: string): Promise<pg.Client> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.#port, user: 'postgres', database });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  #processes(): number[] {
    const { pid } = this.#server!;
    return [...childrenOf(pid), pid!];
  }

  #makeFolder(folder: string): void {
    mkdirSync(folder, { mode: 0o700 });
    const { uid, gid } = this.#user;
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  }

  #isReady(): Promise<boolean> {
    return this.query('SELECT 1', [], 'postgres').then(
      () => true,
      () => false,
    );
  }
}

function findPrograms(): string {
  const inPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const installed = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => {
    const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
    return [path.join(folder, 'bin'), ...versions.map((version) => path.join(folder, version, 'bin'))];
  });
  const bin = [...inPath, ...installed].find((folder) => existsSync(path.join(folder, 'initdb')));
  if (bin === undefined) throw new Error('PostgreSQL is not installed (Debian: apt-get install postgresql).');
  return bin;
}

function postgresUser(): { uid: number; gid: number } {
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!line) throw new Error('PostgreSQL does not run as root, and there is no user postgres to run it.');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Writes until the disk has no space, in blocks of PostgreSQL at last. */
function fillDisk(file: string): void {
  for (const size of [2 ** 20, 8192]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

/** Whether a process runs; one that has ended may wait for its parent. */
function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

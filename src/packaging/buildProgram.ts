// What `npm start`, `npm run build` and the suites that start the program build: a step runs only where the files that it reads,
// or those that it wrote, are not those of its last run.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bundleProgram } from './bundleProgram.ts';

/** All paths are relative to the project. */
interface Step {
  title: string;
  /** The files and folders that it reads. */
  inputs: readonly string[];
  /** The folders that it writes; they are removed before. */
  outputs: readonly string[];
  /** Describes the files of its outputs. */
  describe: (file: string) => string | Buffer;
  run(root: string): Promise<unknown>;
}

/** The installed versions of all packages: npm writes it with each installation. */
const PACKAGES = 'node_modules/.package-lock.json';
const FOLDERS = ['gateway', 'project', 'authoring', 'cli', 'service'];
const SOURCES = [
  ...FOLDERS.map((folder) => `src/${folder}`),
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  PACKAGES,
];

/** Folders of `src` with files for browsers, which are served as they are. */
const ASSETS = ['service/graphql/graphiql'];

const STEPS: readonly Step[] = [
  {
    title: 'Generating the Prisma client',
    inputs: ['prisma/schema.prisma', 'prisma.config.ts', PACKAGES],
    outputs: ['src/service/database/client'],
    // Other scripts generate it too, with the same content.
    describe: readFileSync,
    run: (root) => execute(root, 'node_modules/prisma/build/index.js', 'generate'),
  },
  {
    title: 'Compiling the sources',
    inputs: SOURCES,
    outputs: FOLDERS.map((folder) => `dist/${folder}`),
    describe: sizeAndTime,
    run: async (root) => {
      await execute(root, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
      for (const folder of ASSETS)
        cpSync(path.join(root, 'src', folder), path.join(root, 'dist', folder), { recursive: true });
    },
  },
  {
    title: 'Bundling what serves',
    inputs: [...SOURCES, 'src/packaging'],
    outputs: ['dist/bundle'],
    describe: sizeAndTime,
    run: (root) => bundleProgram(path.join(root, 'dist/service/cli/main.js'), path.join(root, 'dist/bundle')),
  },
];

/** What each step has read and written, by its title. */
const STAMPS = 'dist/build.json';
/** A symbolic link to the id of the process that builds. */
const LOCK = 'dist/build.lock';
const POLL_MS = 100;

/**
 * Builds what has changed, and returns the titles of the steps that ran, which it also writes while they run. Of several
 * processes that do so at the same time one builds, and the others wait for it.
 */
export async function buildProgram(root: string, write: (text: string) => void): Promise<string[]> {
  if (STEPS.every((step) => isUpToDate(root, step))) return [];
  const unlock = await lock(root, write);
  const run: string[] = [];
  try {
    for (const step of STEPS) {
      // What changes while the step runs is read by the next build.
      const read = hashInputs(root, step);
      if (isCurrent(root, step, read)) continue;
      write(`${step.title} … `);
      const start = performance.now();
      // With what remains of sources that were deleted, and of a step that was interrupted.
      for (const folder of step.outputs) rmSync(path.join(root, folder), { recursive: true, force: true });
      await step.run(root);
      write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
      const stamps = { ...readStamps(root), [step.title]: { read, written: hashOutputs(root, step) } };
      writeFileSync(path.join(root, STAMPS), `${JSON.stringify(stamps, null, 2)}\n`);
      run.push(step.title);
    }
  } finally {
    unlock();
  }
  return run;
}

/** Without the lock: another process may be writing the files, so that they are not up to date. */
function isUpToDate(root: string, step: Step): boolean {
  try {
    return isCurrent(root, step, hashInputs(root, step));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function isCurrent(root: string, step: Step, read: string): boolean {
  const stamp = readStamps(root)[step.title];
  return stamp?.read === read && stamp.written === hashOutputs(root, step);
}

function readStamps(root: string): Record<string, { read: string; written: string }> {
  try {
    return JSON.parse(readFileSync(path.join(root, STAMPS), 'utf8')) as ReturnType<typeof readStamps>;
  } catch {
    // It is absent, or was written only in part: everything is built.
    return {};
  }
}

/** Of their content: a checkout that changes only the times of files changes nothing. */
function hashInputs(root: string, { inputs }: Step): string {
  return hashFiles(root, inputs, readFileSync);
}

function hashOutputs(root: string, { outputs, describe }: Step): string {
  return hashFiles(root, outputs, describe);
}

/** Of a file that only a build writes. */
function sizeAndTime(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
}

function hashFiles(root: string, names: readonly string[], describe: Step['describe']): string {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => listFiles(path.join(root, name)))) {
    hash.update(`${path.relative(root, file)}\0`);
    hash.update(describe(file));
  }
  return hash.digest('hex');
}

/** The files of a folder, in order; a file itself; nothing for what does not exist. */
function listFiles(name: string): string[] {
  const stats = statSync(name, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [name] : [];
  const entries = readdirSync(name, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Waits until no other process builds. The returned function lets the next one build. */
async function lock(root: string, write: (text: string) => void): Promise<() => void> {
  const file = path.join(root, LOCK);
  mkdirSync(path.dirname(file), { recursive: true });
  let announced: string | undefined;
  for (;;) {
    try {
      symlinkSync(String(process.pid), file);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (holder === undefined) continue;
    if (!isRunning(holder)) removeStale(file, holder);
    else {
      if (announced !== holder) write(`Process ${holder} is building (${file}); waiting for it.\n`);
      announced = holder;
      await setTimeout(POLL_MS);
    }
  }
}

/** Undefined where no process builds any more. */
function readHolder(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** In a container that starts again, the process that was killed often had the id of this one, or of the one that starts it. */
function isRunning(holder: string): boolean {
  if ([process.pid, process.ppid].includes(Number(holder))) return false;
  try {
    return process.kill(Number(holder), 0);
  } catch (error) {
    // It belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes the lock of a process that was killed, unless another process was quicker and has its own there. */
function removeStale(file: string, holder: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readlinkSync(aside) === holder) rmSync(aside);
    else renameSync(aside, file);
  } catch {
    // Removed by another process, which is waiting as well.
  }
}

/** Runs a program of a package to its end; its output is in the error of a failure, and of no interest otherwise. */
async function execute(root: string, program: string, ...args: string[]): Promise<void> {
  const command = [path.join(root, program), ...args];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${path.basename(program)} ${args.join(' ')} failed.\n${output}`);
}

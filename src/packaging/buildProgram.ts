// What `npm start`, `npm run build` and the suites that start the program build, unless the last build read the same files.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bundleProgram } from './bundleProgram.ts';

// All paths are relative to the project.
const FOLDERS = ['gateway', 'project', 'authoring', 'cli', 'service'];
const CLIENT = 'src/service/database/client';
/** What a build reads; npm writes the last file with each installation. */
const INPUTS = [
  'src',
  'prisma/schema.prisma',
  'prisma.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'node_modules/.package-lock.json',
];
/** A folder with files for browsers, which are served as they are. */
const ASSETS = 'service/graphql/graphiql';

const STEPS: readonly { title: string; run(root: string): Promise<unknown> }[] = [
  { title: 'Generating the Prisma client', run: (root) => execute(root, 'prisma/build/index.js', 'generate') },
  {
    title: 'Compiling the sources',
    run: async (root) => {
      for (const folder of FOLDERS) rmSync(path.join(root, 'dist', folder), { recursive: true, force: true });
      await execute(root, 'typescript/bin/tsc', '-p', 'tsconfig.build.json');
      cpSync(path.join(root, 'src', ASSETS), path.join(root, 'dist', ASSETS), { recursive: true });
    },
  },
  {
    title: 'Bundling what serves',
    run: (root) => bundleProgram(path.join(root, 'dist/service/cli/main.js'), path.join(root, 'dist/bundle')),
  },
];

/** A hash of what the last complete build read. */
const STAMP = 'dist/build.sha256';
/** The id of the process that builds. */
const LOCK = 'dist/build.lock';
const POLL_MS = 100;

/** Builds the program where a file has changed, one process at a time, and returns whether it had to; `write` gets each step. */
export async function buildProgram(root: string, write: (text: string) => void): Promise<boolean> {
  if (isBuilt(root, hashInputs(root))) return false;
  const unlock = await lock(path.join(root, LOCK), write);
  try {
    // What changes while a step runs is read by the next build.
    const inputs = hashInputs(root);
    if (isBuilt(root, inputs)) return false;
    const stamp = path.join(root, STAMP);
    rmSync(stamp, { force: true });
    for (const { title, run } of STEPS) {
      write(`${title} … `);
      const start = performance.now();
      await run(root);
      write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    }
    writeFileSync(stamp, inputs);
    return true;
  } finally {
    unlock();
  }
}

function isBuilt(root: string, inputs: string): boolean {
  const stamp = path.join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs && existsSync(path.join(root, CLIENT));
}

/** Of their content: a checkout that changes only the times of files changes nothing. */
function hashInputs(root: string): string {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((name) => listFiles(root, name))) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** The files of a folder without what a build writes, in order; or a file itself. */
function listFiles(root: string, name: string): string[] {
  if (!statSync(path.join(root, name)).isDirectory()) return [name];
  const files = readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  return files.filter((file) => !file.startsWith(CLIENT)).sort();
}

/** Waits until no other process builds. The returned function lets the next one build. */
async function lock(file: string, write: (text: string) => void): Promise<() => void> {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let isAnnounced = false; ; await setTimeout(POLL_MS)) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!isHeld(file)) rmSync(file, { force: true });
    else if (!isAnnounced) {
      write(`Another process is building (${file}); waiting for it.\n`);
      isAnnounced = true;
    }
  }
}

/** Whether the process that has written a lock still runs. */
function isHeld(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // In a container that starts again, a process that was killed often had the id of this one, or of the one that starts it.
    return ![process.pid, process.ppid].includes(holder) && process.kill(holder, 0);
  } catch (error) {
    // It belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs a program of a package to its end; its output is in the error of a failure, and of no interest otherwise. */
function execute(root: string, program: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const command = [path.join(root, 'node_modules', program), ...args];
    execFile(process.execPath, command, { cwd: root }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${path.basename(program)} ${args.join(' ')} failed.\n${stdout}${stderr}`));
      else resolve();
    });
  });
}

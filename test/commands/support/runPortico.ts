// The command line in this process: arguments, a folder of files and an environment in; output, exit code and files out.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, onTestFinished, vi } from 'vitest';
import { type Project, createProgram, readPackage, runProgram } from '../../../src/cli/program.ts';
import type { FakeTerminal } from './fakeTerminal.ts';

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  stdin?: Iterable<string>;
  /** The API of the program, as that of the service has one. */
  defaults?: Project;
  /** The terminal of a person; without it there is none. */
  terminal?: FakeTerminal;
  /** Leaves standard output to the caller. */
  keepsOutput?: boolean;
}

/** Variables of this process that the program has, too. */
const KEPT = /^(?:PATH|HOME|TMPDIR|NODE_.*|VITEST.*)$/;

let runs = 0;

/** Runs `portico` in a folder. */
export async function runPortico(
  args: readonly string[],
  cwd: string,
  { env = {}, stdin = [], defaults, terminal, keepsOutput = false }: RunOptions = {},
): Promise<Run> {
  const run: Run = { code: 0, stdout: '', stderr: '' };
  let exited = false;
  const write = (stream: 'stdout' | 'stderr') => (chunk: string | Uint8Array) => {
    // A process that has exited writes nothing.
    if (!exited) run[stream] += String(chunk);
    return true;
  };
  const spies: { mockRestore(): void }[] = [
    vi.spyOn(process.stderr, 'write').mockImplementation(write('stderr')),
    vi
      .spyOn(process, 'stdin', 'get')
      .mockReturnValue((terminal?.input ?? Readable.from(stdin)) as typeof process.stdin),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      if (!exited) run.code = Number(code ?? 0);
      exited = true;
      throw new Error('The program has exited.');
    }),
  ];
  if (terminal)
    spies.push(vi.spyOn(process, 'stdout', 'get').mockReturnValue(terminal.output as typeof process.stdout));
  else if (!keepsOutput) spies.push(vi.spyOn(process.stdout, 'write').mockImplementation(write('stdout')));
  const before = { argv: process.argv, cwd: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
  for (const name of Object.keys(process.env)) if (!KEPT.test(name)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = ['node', 'portico', ...args];
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    runs++;
    // With another query the module of the program is evaluated again; what it imports is not.
    if (defaults) await runProgram(createProgram({ ...readPackage(), defaults }));
    else await import(/* @vite-ignore */ `../../../src/cli/portico.ts?run=${runs}`);
    run.code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!exited) throw error;
  } finally {
    process.chdir(before.cwd);
    process.argv = before.argv;
    process.exitCode = before.exitCode;
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(before.env, name)) delete process.env[name];
    Object.assign(process.env, before.env);
    for (const spy of spies) spy.mockRestore();
  }
  if (terminal) run.stdout = terminal.shown();
  return run;
}

/** Files by their paths; a path that ends with a slash is an empty folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The contents of all files below a folder but those of packages, by their paths. */
export function readFolder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('node_modules/'));
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

/** A folder in which the program runs, until the end of the test or of the file that creates it. Modules in it can import graphql. */
export class Folder {
  readonly path: string;

  constructor(files: Files = {}) {
    this.path = realpathSync(mkdtempSync(path.join(tmpdir(), 'portico-')));
    const remove = () => rmSync(this.path, { recursive: true, force: true });
    try {
      onTestFinished(remove);
    } catch {
      afterAll(remove);
    }
    mkdirSync(this.at('node_modules'));
    // As this process has it: two copies of graphql refuse each other's objects.
    symlinkSync(path.dirname(createRequire(import.meta.url).resolve('graphql')), this.at('node_modules/graphql'));
    this.write(files);
  }

  at(name: string): string {
    return path.join(this.path, name);
  }

  write(files: Files): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(name.endsWith('/') ? this.at(name) : path.dirname(this.at(name)), { recursive: true });
      if (!name.endsWith('/')) writeFileSync(this.at(name), content);
    }
  }

  has(name: string): boolean {
    return existsSync(this.at(name));
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  json(name: string): unknown {
    return JSON.parse(this.read(name));
  }

  remove(name: string): void {
    rmSync(this.at(name), { recursive: true });
  }

  /** Runs `portico` with arguments, which a text separates by spaces. */
  run(args: string | readonly string[], options?: RunOptions): Promise<Run> {
    return runPortico(typeof args === 'string' ? args.split(' ') : args, this.path, options);
  }

  /** The JSON that a command prints; `code` is its exit code. */
  async runJson(args: string | readonly string[], options?: RunOptions): Promise<{ code: number; json: unknown }> {
    const all = [...(typeof args === 'string' ? args.split(' ') : args), '--json'];
    const { code, stdout, stderr } = await this.run(all, options);
    if (stdout === '') throw new Error(stderr);
    return { code, json: JSON.parse(stdout) as unknown };
  }
}

/** What a usage error prints, and its exit code; `message` may have several lines. */
export function usageError(message: string): Run {
  return { code: 2, stdout: '', stderr: `${message.replace(/^/gm, 'portico: ')}\n` };
}

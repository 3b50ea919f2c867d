// `portico` in this process: arguments and a folder in; output, exit code and files out.
import process from 'node:process';
import { vi } from 'vitest';
import { createProgram, readPackage, runProgram } from '../../../../src/cli/program.ts';
import type { FakeTerminal } from './fakeTerminal.ts';

export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  /** The terminal of a person; without it there is none. */
  terminal?: FakeTerminal;
  /** Leaves standard output to the caller. */
  keepsOutput?: boolean;
}

/** Ends what runs after `process.exit`, which a process would not do. */
class Exit extends Error {}

/** Runs the program in a folder. */
export async function runPortico(
  folder: string,
  args: readonly string[],
  { terminal, keepsOutput = false }: RunOptions = {},
): Promise<Result> {
  const result: Result = { code: 0, stdout: '', stderr: '' };
  let exited: number | undefined;
  const collect = (stream: 'stdout' | 'stderr') => (text: unknown) => {
    if (exited === undefined) result[stream] += String(text);
    return true;
  };
  const { cwd, argv } = { cwd: process.cwd(), argv: process.argv };
  const spies = [
    vi.spyOn(process.stderr, 'write').mockImplementation(collect('stderr')),
    ...(keepsOutput
      ? []
      : [
          terminal
            ? vi.spyOn(process, 'stdout', 'get').mockReturnValue(terminal.output as typeof process.stdout)
            : vi.spyOn(process.stdout, 'write').mockImplementation(collect('stdout')),
        ]),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue((terminal?.input ?? { isTTY: false }) as typeof process.stdin),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      exited ??= Number(code);
      throw new Exit();
    }),
  ];
  process.chdir(folder);
  process.argv = ['node', 'portico', ...args];
  try {
    await runProgram(createProgram(readPackage()));
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.chdir(cwd);
    process.argv = argv;
    result.code = exited ?? Number(process.exitCode ?? 0);
    process.exitCode = undefined;
  }
  if (terminal) result.stdout = terminal.shown();
  return result;
}

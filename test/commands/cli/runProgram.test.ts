import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { runProgram } from '../../../src/cli/runProgram.ts';
import { SettingsError } from '../../../src/gateway/base/settings/Settings.ts';
import { UsageError } from '../../../src/project/UsageError.ts';

const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
const { argv } = process;
afterEach(() => {
  process.argv = argv;
  exit.mockClear();
  write.mockClear();
});

async function run(action: () => void): Promise<void> {
  process.argv = ['node', 'portico', 'go'];
  const program = new Command('portico');
  program.command('go').action(action);
  await runProgram(program);
}

test('runs the command of the arguments', async () => {
  const action = vi.fn<() => void>();
  await run(action);
  expect(action).toHaveBeenCalledOnce();
  expect(exit).not.toHaveBeenCalled();
});

test.each([
  [['go', '--wat'], '(see portico go --help)\n'],
  [['go'], '(see portico go --help)\n'],
  [['wat'], '(see portico --help)\n'],
])('the usage error of %j names the help', async (args, hint) => {
  process.argv = ['node', 'portico', ...args];
  const program = new Command('portico').exitOverride();
  program.command('go').argument('<field>');
  await runProgram(program);
  expect(write.mock.calls.map(([text]) => String(text)).slice(0, 2)).toEqual([expect.stringMatching(/^error: /), hint]);
});

test.each([
  [new UsageError('--a requires --b.'), 2, 'portico: --a requires --b.\n'],
  [new SettingsError(['A is invalid.', 'B is invalid.']), 2, 'portico: A is invalid.\nportico: B is invalid.\n'],
  [new Error('The disk is full.'), 1, 'portico: The disk is full.\n'],
])('%s exits with %i', async (error, code, text) => {
  await run(() => {
    throw error;
  });
  expect({ exits: exit.mock.calls, printed: write.mock.calls }).toEqual({ exits: [[code]], printed: [[text]] });
});

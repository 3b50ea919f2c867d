import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addServe } from '../../../../../src/gateway/cli/serve/addServe.ts';

const parse = (...args: string[]) => {
  const program = new Command('portico');
  addServe(program);
  return program.parseAsync(['serve', ...args], { from: 'user' });
};

test.each([
  [[], '--upstream is required'],
  [['--upstream', 'nonsense', '--endpoints', '.'], '--upstream must be an http or https URL'],
  [['--upstream', 'http://x'], '--endpoints or --plan is required'],
  [['--upstream', 'http://x', '--endpoints', '/nowhere'], '--endpoints: the folder /nowhere cannot be read'],
])('serve %j is refused', async (args, message) => {
  await expect(parse(...args)).rejects.toThrow(message);
});

import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addAdd } from '../../../../src/authoring/add/addAdd.ts';

test('declares add for any API', () => {
  const program = new Command();
  addAdd(program);
  const [command] = program.commands;
  expect(command!.name()).toBe('add');
  expect(command!.options.map(({ long }) => long)).toEqual([
    '--schema',
    '--upstream',
    '--upstream-header',
    '--endpoints',
    '--config',
    '--version',
    '--json',
  ]);
});

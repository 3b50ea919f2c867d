import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addInit } from '../../../../src/authoring/init/addInit.ts';

test('declares init with its options', () => {
  const program = new Command();
  addInit(program);
  const [command] = program.commands;
  expect(command!.name()).toBe('init');
  expect(command!.options.map(({ long }) => long)).toEqual([
    '--yes',
    '--fields',
    '--endpoints',
    '--upstream',
    '--upstream-header',
    '--json',
  ]);
});

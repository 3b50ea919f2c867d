import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { addServe } from '../../../../src/cli/serve/addServe.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

const parse = (...args: string[]) => {
  const program = new Command('portico');
  addServe(program);
  return program.parseAsync(['serve', ...args], { from: 'user' });
};

const config = (text: string): string[] => {
  const file = path.join(folder, 'portico.config.json');
  writeFileSync(file, text);
  return ['--config', file];
};

test.each([
  [[], '--upstream is required: the URL of a GraphQL API. There is no portico.config.ts, .js or .json in this folder.'],
  [
    config('{ "endpoints": "rest", "schema": "x.graphql" }'),
    'portico.config.json has no upstream: pass --upstream URL',
  ],
  [['--upstream', 'nonsense', '--endpoints', '.'], '--upstream must be an http or https URL'],
  [['--upstream', 'http://x'], '--endpoints or --plan is required'],
  [['--upstream', 'http://x', '--endpoints', '/nowhere'], '--endpoints: the folder /nowhere cannot be read'],
])('serve %j is refused', async (args, message) => {
  await expect(parse(...args)).rejects.toThrow(message);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { SettingsError } from '../../../src/gateway/base/settings/Settings.ts';
import { explainError } from '../../../src/project/UsageError.ts';

/** What listening on an address fails with. */
const failureOf = (host: string, port: number) =>
  new Promise<Error>((resolve) => createServer().once('error', resolve).listen(port, host));

it('names a port that is in use', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  expect(explainError(await failureOf('127.0.0.1', port))).toBe(
    `portico: Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another port (0 takes any free one).\n`,
  );
  taken.close();
});

it('names an address that this machine does not have', async () => {
  expect(explainError(await failureOf('192.0.2.1', 0))).toBe(
    'portico: This machine does not have the address 192.0.2.1. Set HOST to an address of this machine.\n',
  );
});

it.each([
  [new SettingsError(['PORT is wrong.', 'SEED is wrong.']), 'portico: PORT is wrong.\nportico: SEED is wrong.\n'],
  [new Error('The folder is locked.'), 'portico: The folder is locked.\n'],
  ['nonsense', 'portico: nonsense\n'],
])('has one line for each problem, and no stack: %s', (error, text) => {
  expect(explainError(error)).toBe(text);
});

it('has no control characters', () => {
  expect(explainError(new Error('1 | \u001B]0;PWNED\u0007\n2 | \u009B2J'))).toBe(
    'portico: 1 | \\u001b]0;PWNED\\u0007\nportico: 2 | \\u009b2J\n',
  );
});

it('shows the stack of a bug', () => {
  expect(explainError(new TypeError('x is not a function'))).toMatch(/^portico: TypeError: x is not a function\n +at /);
});

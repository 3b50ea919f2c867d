import { expect, test } from 'vitest';
import { askFolder } from '../../../../../../src/gateway/cli/init/questions/askFolder.ts';
import { KEYS, fakeTerminal } from '../support/fakeTerminal.ts';

const { enter } = KEYS;

test('suggests a folder', async () => {
  await expect(askFolder('rest', fakeTerminal(['The folder for', enter]))).resolves.toBe('rest');
});

test('takes what is typed instead', async () => {
  await expect(askFolder('rest', fakeTerminal(['The folder for', `api/rest${enter}`]))).resolves.toBe('api/rest');
});

test('refuses a folder elsewhere', async () => {
  const terminal = fakeTerminal(
    ['The folder for', `../outside${enter}`],
    ['must be below this one', `\u0015api${enter}`],
  );
  await expect(askFolder('rest', terminal)).resolves.toBe('api');
});

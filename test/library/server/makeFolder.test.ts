import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from '../../../src/gateway/server.ts';

const root = mkdtempSync(join(tmpdir(), 'portico-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

it('makes a folder and those above it, and leaves one that is there as it is', () => {
  const folder = join(root, 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(`${folder}/`);
  const modes = [join(root, 'a'), folder].map((each) => statSync(each).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700]);
});

it('takes a link to a folder for that folder', () => {
  symlinkSync(root, join(root, 'link'));
  makeFolder(join(root, 'link'));
  makeFolder(join(root, 'link', 'below'));
  expect(statSync(join(root, 'below')).isDirectory()).toBe(true);
});

it('refuses what cannot be, and comes to an end', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  symlinkSync('nowhere', join(root, 'broken'));
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR');
  expect(() => makeFolder(join(root, 'broken'))).toThrow('EEXIST');
  expect(() => makeFolder(join(root, 'broken', 'below'))).toThrow('EEXIST');
});

it.runIf(process.platform === 'linux')('refuses a folder of a file system that takes none', () => {
  expect(() => makeFolder('/proc/nope')).toThrow("ENOENT: no such file or directory, mkdir '/proc/nope'");
  expect(() => makeFolder('/proc/nope/below')).toThrow("ENOENT: no such file or directory, mkdir '/proc/nope'");
});

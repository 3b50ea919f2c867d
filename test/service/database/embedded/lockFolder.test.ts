import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder, processStartId } from '../../../../src/service/database/embedded/lockFolder.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const own = { pid: process.pid, startId: processStartId(process.pid), host: hostname(), token: 'another' };
const gone = spawnSync(process.execPath, ['--eval', '']).pid;

const stale = [
  { title: 'of a process that has ended', holder: { ...own, pid: gone } },
  { title: 'of an earlier process with the same pid', holder: { ...own, startId: 'another boot 12345' } },
];

test.each(stale)('takes over a lock $title', ({ holder }) => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'postgres.lock'), JSON.stringify(holder));
  const unlock = lockFolder(folder);
  expect(JSON.parse(readFileSync(path.join(folder, 'postgres.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  unlock();
  expect(readdirSync(folder)).toEqual([]);
});

const held = [
  {
    title: 'a running process',
    text: JSON.stringify({ ...own, pid: process.ppid, startId: '' }),
    says: `process ${process.ppid}.`,
  },
  { title: 'this process', text: JSON.stringify(own), says: `process ${process.pid}.` },
  {
    title: 'a process on another host',
    text: JSON.stringify({ ...own, host: 'elsewhere' }),
    says: `process ${process.pid} on elsewhere.`,
  },
  { title: 'an unknown process', text: '{', says: 'an unknown process.' },
];

test.each(held)('refuses a folder that is held by $title', ({ text, says }) => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'postgres.lock');
  writeFileSync(file, text);
  expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} is in use by ${says}`);
  expect(readdirSync(folder)).toEqual(['postgres.lock']);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('gives up on a lock that can neither be taken nor read, such as a link to nothing', () => {
  const folder = temporaryFolder();
  symlinkSync(path.join(folder, 'nothing'), path.join(folder, 'postgres.lock'));
  expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} cannot be locked`);
  expect(readdirSync(folder)).toEqual(['postgres.lock']);
});

test('does not delete a lock that is no longer its own', () => {
  const folder = temporaryFolder();
  const unlock = lockFolder(folder);
  const file = path.join(folder, 'postgres.lock');
  writeFileSync(file, JSON.stringify({ ...own, pid: process.ppid }));
  unlock();
  expect(readdirSync(folder)).toEqual(['postgres.lock']);
});

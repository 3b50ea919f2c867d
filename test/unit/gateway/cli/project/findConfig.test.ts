import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeMissingConfig } from '../../../../../src/gateway/cli/project/describeMissingConfig.ts';
import { findConfig } from '../../../../../src/gateway/cli/project/findConfig.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(['portico.config.ts', 'portico.config.js', 'portico.config.json'])('finds %s', (name) => {
  expect(findConfig(folder)).toBeUndefined();
  writeFileSync(path.join(folder, name), '');
  expect(findConfig(folder)).toBe(path.join(folder, name));
});

test('refuses several', () => {
  for (const name of ['portico.config.ts', 'portico.config.json']) writeFileSync(path.join(folder, name), '');
  expect(() => findConfig(folder)).toThrow('There are portico.config.ts and portico.config.json; remove all but one.');
});

test('one of a folder above is named where there is none', () => {
  const below = path.join(folder, 'rest/v1');
  expect(describeMissingConfig(below)).toBe('There is no portico.config.ts, .js or .json in this folder.');
  writeFileSync(path.join(folder, 'portico.config.js'), '');
  expect(describeMissingConfig(below)).toBe(
    'There is no portico.config.ts, .js or .json in this folder; that of a folder above is read with --config ../../portico.config.js.',
  );
});

// How the service uses its database: stores reach the Prisma client, one adapter below it the driver, and SQL stands in few places.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readModules } from './readImports.ts';

const SERVICE = fileURLToPath(new URL('../../src/service', import.meta.url));

const modules = readModules(SERVICE)
  .filter(({ file }) => !file.startsWith('database/client/'))
  .map((module) => ({ ...module, lines: readFileSync(path.join(SERVICE, module.file), 'utf8').split('\n') }));

/** `file:line` of each line of the service that a pattern matches, but for comments. */
function find(pattern: RegExp): string[] {
  return modules.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) =>
      pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) ? [`${file}:${index + 1}`] : [],
    ),
  );
}

/** What can hold a statement of the domain: a store, or what stores share. */
const STORE = /^domain\/(?:[^/]+\/)?\w*Store\.ts:/;
const RAW = /\$(?:queryRaw|executeRaw)\b/;
const MAX_RAW = 14;
const MAX_DRIVER_FILES = 8;

describe('the database of the service', () => {
  test('is reached by the domain through its stores alone', () => {
    const reached = find(/\b(?:database\.run|\$transaction|PrismaClient)\b/);
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.filter((place) => place.startsWith('domain/') && !STORE.test(place))).toEqual([]);
  });

  test(`has at most ${MAX_RAW} statements that Prisma does not compose, each with its reason`, () => {
    const raw = find(RAW);
    expect(raw.length).toBeGreaterThan(0);
    expect(raw.length).toBeLessThanOrEqual(MAX_RAW);
    expect(raw.filter((place) => place.startsWith('domain/') && !STORE.test(place))).toEqual([]);
    const unexplained = raw.filter((place) => {
      const [file, line] = place.split(':');
      const { lines } = modules.find((module) => module.file === file)!;
      return !lines.slice(Math.max(0, Number(line) - 5), Number(line)).some((text) => /\/\/ Raw: \w/.test(text));
    });
    expect(unexplained).toEqual([]);
  });

  test('composes SQL in stores alone', () => {
    const composed = find(/\bPrisma\.(?:sql|raw|join|empty)\b/);
    expect(composed.filter((place) => !STORE.test(place))).toEqual([]);
    expect(find(/\$(?:queryRaw|executeRaw)Unsafe\b/)).toEqual([]);
  });

  test('is read without findUnique, which Prisma batches in the context of the first of a tick', () => {
    expect(find(/\.findUnique(?:OrThrow)?\b/)).toEqual([]);
  });

  test(`has one adapter over the driver, in at most ${MAX_DRIVER_FILES} files`, () => {
    const files = modules.filter(({ imports }) => imports.includes('pg')).map(({ file }) => file);
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(MAX_DRIVER_FILES);
    expect(files.filter((file) => !file.startsWith('database/adapter/'))).toEqual([]);
  });
});
